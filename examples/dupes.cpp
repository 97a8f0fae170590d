// dupes: finds files with the same content.
//
// A small tool for real use that shows how a program is instrumented. Regions tell its steps, data
// its results, errors its failures; timers and counters sum up operations that are too frequent for
// regions. Try TRACE2_PERF=/tmp/dupes.perf dupes /usr/share.
#include <trace2/trace2.hpp>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "dupes/compare.hpp"
#include "dupes/find.hpp"
#include "dupes/options.hpp"
#include "dupes/problems.hpp"
#include "dupes/report.hpp"

namespace {

/// Git runs "git-dupes" for "git dupes"; a command of Git obeys Git's settings.
trace2::settings_source settings_of(std::string_view program) {
  return program.ends_with("git-dupes") ? trace2::git_settings : trace2::settings_source{};
}

std::vector<dupes::file> find_files(dupes::options const& options, dupes::statistics& totals,
                                    dupes::problem_log& problems) {
  TRACE2_REGION("dupes", "walk");
  dupes::file_finder finder{options.min_size, problems};
  for (std::string const& root : options.roots) finder.search(root);
  auto files = finder.take_files();
  totals.directories = finder.directories();
  totals.files = files.size();
  for (dupes::file const& file : files) totals.bytes += file.size;
  TRACE2_DATA("walk", "directories", totals.directories);
  TRACE2_DATA("walk", "files", totals.files);
  TRACE2_DATA("walk", "bytes", totals.bytes);
  return files;
}

dupes::exit_code run(int argc, char** argv) {
  dupes::options const options = dupes::parse_options(argc, argv);
  if (options.result) return *options.result;
  trace2::cmd_mode(options.is_summary ? "summary" : "list");
  TRACE2_CALL(def_param, "jobs", std::to_string(options.jobs), trace2::scope::command);
  TRACE2_CALL(def_param, "min-size", std::to_string(options.min_size), trace2::scope::command);

  dupes::problem_log problems;
  dupes::statistics totals;
  auto files = find_files(options, totals, problems);
  auto const sets = dupes::find_duplicates(files, options.jobs, problems);
  dupes::count(sets, totals);

  TRACE2_REGION("dupes", "report");
  if (!options.is_summary) dupes::print_sets(sets, problems);
  dupes::print_totals(totals, problems);
  return problems.count() == 0 ? dupes::success : dupes::incomplete;
}

}  // namespace

int main(int argc, char** argv) {
  trace2::session const trace{argc,
                              argv,
                              {.program_version = dupes::version,
                               .settings = settings_of(argc > 0 ? argv[0] : ""),
                               .signals = true}};
  trace2::cmd_name("dupes");
  try {
    return trace.exit(run(argc, argv));
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "dupes: %s\n", failure.what());
    TRACE2_ERROR("stopped: %s", failure.what());
    return trace.exit(dupes::incomplete);
  }
}
