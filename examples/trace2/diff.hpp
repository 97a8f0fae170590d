// The command trace2 diff: compares what commands did before and after a change.
#pragma once

#include <trace2/export/compare.hpp>
#include <trace2/export/comparison.hpp>
#include <trace2/export/comparison_text.hpp>
#include <trace2/export/csv.hpp>
#include <trace2/export/sample_collector.hpp>
#include <trace2/export/sample_table.hpp>
#include <trace2/export/summary_json.hpp>
#include <trace2/export/summary_samples.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/selection.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "choosing.hpp"
#include "colour.hpp"
#include "found_inputs.hpp"
#include "inputs.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "percentage.hpp"
#include "report/html.hpp"
#include "row_limit.hpp"
#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <unistd.h>

namespace trace2_program {

/// The exit code when something has become slower than allowed.
inline constexpr int slower = 3;

/// The files of one side: all summaries, or all something else.
struct compared_files {
  std::vector<trace2::read::input_file> summaries{};
  std::vector<trace2::read::input_file> traces{};
};

/// Opens a file, plain or compressed. Null if that fails, or if the file can be read only once.
inline std::unique_ptr<trace2::read::peeked_source> open_again(
    trace2::read::input_file const& file) {
  namespace read = trace2::read;
  if (file.is_pipe || file.surplus != 0) return nullptr;
  int const fd = trace2::detail::posix::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return nullptr;
  auto source =
      std::make_unique<read::peeked_source>(std::make_unique<read::descriptor_source>(fd));
  read::compression const packed = read::input::compression_of(source->beginning());
  if (packed == read::compression::none) return source;
  auto content = unpacked(packed, std::move(source));
  if (content == nullptr) return nullptr;
  return std::make_unique<read::peeked_source>(std::move(content));
}

inline bool is_summary(trace2::read::input_file const& file) {
  auto const source = open_again(file);
  return source != nullptr && trace2::exporter::is_summary(source->beginning());
}

/// The files of one side of a comparison that is written to `output`.
inline compared_files find_compared(std::string const& path, std::string const& output) {
  compared_files found;
  auto const is_compared = [](auto const& file) { return is_trace(file) || is_summary(file); };
  for (trace2::read::input_file& file : find_inputs({path}, output, is_compared))
    (is_summary(file) ? found.summaries : found.traces).push_back(std::move(file));
  // A directory of summaries may hold files of other kinds, as one of traces may.
  if (!found.summaries.empty())
    std::erase_if(found.traces, [](auto const& file) { return !is_trace(file); });
  return found;
}

/// The whole content of a file; nothing if it can't be read or is longer than any line may be.
inline std::optional<std::string> content_of(trace2::read::input_file const& file) {
  auto const source = open_again(file);
  if (source == nullptr) return {};
  std::string text;
  std::string room(trace2::read::peeked_source::most, '\0');
  while (text.size() <= trace2::read::limits::line) {
    std::ptrdiff_t const got = source->read(room.data(), room.size());
    if (got == 0) return text;
    if (got < 0) return {};
    text.append(room, 0, static_cast<std::size_t>(got));
  }
  return {};
}

inline followed collect_summaries(compared_files const& files, trace2::exporter::side side,
                                  trace2::exporter::sample_table& samples,
                                  trace2::read::label_table& labels) {
  problem_reporter report;
  trace2::exporter::summary_samples collector{samples, side, labels};
  for (trace2::read::input_file const& file : files.summaries) {
    auto const text = content_of(file);
    if (!text || !collector.add(*text)) report({file.path, 0, "is no whole summary"});
  }
  if (report.finish()) return followed::all;
  return samples.runs(side) == 0 ? followed::nothing : followed::partly;
}

/// One side of a comparison: the summaries, or what is chosen of the traces.
struct compared_input {
  compared_input(compared_files found, trace2::read::selection const& wanted, bool is_read_again)
      : files{std::move(found)},
        chosen{std::move(files.traces), wanted, is_read_again ? privacy::redacted : privacy::open,
               is_read_again} {}

  followed collect(trace2::exporter::side side, trace2::exporter::sample_table& samples,
                   trace2::read::label_table& labels) {
    if (!files.summaries.empty()) return collect_summaries(files, side, samples, labels);
    trace2::exporter::sample_collector collector{samples, side, labels};
    return follow(chosen, collector, labels, [] { return false; });
  }

  compared_files files;
  chosen_trace chosen;
};

class diff {
 public:
  explicit diff(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("diff", "Compare what commands did before and after a change.");
    add_percentage(*command, "--fail-above", limit_,
                   "Exit with 3 if a claim says that something takes more than PERCENT longer");
    auto* const json =
        command->add_flag("--json", is_json_, "Everything as one JSON object; times in seconds");
    auto* const csv =
        command->add_flag("--csv", is_csv_, "All rows as CSV; times in seconds")->excludes(json);
    command
        ->add_option("--to", to_,
                     "html: a page for a browser with the changes, both timelines, and a flame "
                     "graph of the differences")
        ->check(CLI::IsMember({"html"}))
        ->type_name("FORMAT")
        ->excludes(json, csv);
    command->add_option("-o,--output", output_, "Write to FILE instead of standard output")
        ->type_name("FILE");
    rows_.add_to(*command, "Rows of each table")->excludes("--json", "--csv", "--to");
    colour_.add_to(*command);
    choice_.add_to(*command);
    command
        ->add_option("BEFORE", before_,
                     "A trace, a directory of traces, a JSON summary, or a directory of them")
        ->required()
        ->type_name("");
    command->add_option("AFTER", after_, "The same, after the change")->required()->type_name("");
    command->footer(
        "Each process is one value of its command: its wall time, and the sums of its regions (by\n"
        "their whole path), timers and counters, 0 for what it lacks; of a timer with a\n"
        "distribution also its quantiles, of a phase its sums. From 4 values on each side claims\n"
        "are possible.\n"
        "\n"
        "  change    of the median; 0 counts as a half of the unit in which the trace\n"
        "            knows the value: of a nanosecond, a microsecond, or one\n"
        "  interval  95 % for the row alone, by the ratios of all pairs of values\n"
        "            (Hodges, Lehmann 1963)\n"
        "  claim     by the Mann-Whitney U test (1947), as Go's benchstat has it,\n"
        "            corrected for the number of rows (Benjamini, Hochberg 1995), so that\n"
        "            about 5 % of the claims at most are false. ~ may be chance, few has\n"
        "            too few values\n"
        "\n"
        "Examples:\n"
        "  trace2 diff before/ after/     # such as made by:\n"
        "    for i in $(seq 10); do GIT_TRACE2_EVENT=$PWD/before/$i git status; done\n"
        "  trace2 diff --command=status --category=index before/ after/\n"
        "  trace2 diff --to=html -o diff.html before/ after/\n"
        "  trace2 diff --fail-above=5% before/ after/ || echo too slow");
  }

  int run() const {
    namespace exporter = trace2::exporter;
    bool const is_page = to_ == "html";
    if (is_page && output_.empty() && ::isatty(STDOUT_FILENO) == 1) {
      say("diff: a page is nothing for a terminal: --output=FILE names a file for it");
      return bad_usage;
    }
    compared_files before = find_compared(before_, output_);
    compared_files after = find_compared(after_, output_);
    bool const is_any_summary = !before.summaries.empty() || !after.summaries.empty();
    if (is_any_summary && !(before.traces.empty() && after.traces.empty())) {
      say("a summary and a trace can't be compared: a summary has no paths of regions");
      return bad_usage;
    }
    if (is_any_summary && is_page) {
      say("a summary has no timeline: --to=html needs traces");
      return bad_usage;
    }
    trace2::read::selection const wanted = choice_.selection();
    if (is_any_summary && wanted.is_any()) {
      say("a summary holds no single commands to choose from: choose when it is made");
      return bad_usage;
    }
    trace2::read::label_table labels;
    exporter::sample_table samples;
    compared_input one{std::move(before), wanted, is_page};
    compared_input two{std::move(after), wanted, is_page};
    followed const first = one.collect(exporter::side::before, samples, labels);
    followed const second = two.collect(exporter::side::after, samples, labels);
    if (first == followed::nothing || second == followed::nothing) return bad_input;
    followed const result = first == followed::all ? second : followed::partly;
    exporter::comparison const made = exporter::comparer{samples, labels}.make();
    if (made.before.ended == 0 || made.after.ended == 0) {
      say((made.before.ended == 0 ? before_ : after_) + ": holds no process that has ended");
      return bad_input;
    }
    output out{output_};
    if (out.error() != 0) {
      say(output_ + ": " + std::strerror(out.error()));
      return bad_input;
    }
    if (!is_page) {
      write(made, out);
    } else if (!write_difference(one.chosen, two.chosen, made, out)) {
      out.abandon();
      return bad_input;
    }
    int const status = finish(out, report_left_out(made.left_out, result));
    return limit_ ? judge(made, status) : status;
  }

 private:
  void write(trace2::exporter::comparison const& made, output& out) const {
    if (is_json_) return write_json(out, made);
    if (is_csv_) return write_csv(out, made.rows);
    trace2::exporter::comparison_text{out, rows_.most(), colour_.style(out), out.width()}.write(
        made);
  }

  /// A limit that nothing could exceed, for lack of values, is not kept.
  int judge(trace2::exporter::comparison const& made, int status) const {
    if (made.slower_by(*limit_) != 0) return slower;
    if (made.has_comparable()) return status;
    say("--fail-above: nothing could be tested; most claims take 4 runs on each side");
    return bad_input;
  }

  std::optional<double> limit_;
  bool is_json_ = false;
  bool is_csv_ = false;
  std::string to_;
  std::string output_;
  row_limit rows_{25};
  colour_choice colour_;
  choice choice_;
  std::string before_;
  std::string after_;
};

}  // namespace trace2_program
