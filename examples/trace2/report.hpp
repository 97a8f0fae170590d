// The command trace2 report: writes a page for a browser that shows a trace.
#pragma once

#include <string>
#include <vector>

#include "choosing.hpp"
#include "convert.hpp"
#include "messages.hpp"
#include "privacy.hpp"
#include <CLI/CLI.hpp>
#include <unistd.h>

namespace trace2_program {

class report {
 public:
  explicit report(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("report", "Write a page for a browser that shows a trace.");
    command->add_option("-o,--output", output_, "Write to FILE instead of standard output")
        ->type_name("FILE");
    add_privacy(*command, is_anonymous_);
    choice_.add_to(*command);
    add_inputs(*command, paths_);
    command->footer(
        "The page is a single file, and needs no network: a timeline of processes, threads and "
        "regions,\n"
        "the critical path of the slowest command or of any of the 100 slowest, flame graph and "
        "tables\n"
        "of all that \"trace2 summary\" knows. It shows command lines, messages and paths of the "
        "trace,\n"
        "secrets hidden: look at it before you publish it, or let --anonymise replace them.\n"
        "Same as \"trace2 convert --to=html\".\n"
        "\n"
        "Examples:\n"
        "  trace2 report -o report.html trace.event\n"
        "  trace2 report --command=fetch -o fetch.html /var/log/git-traces/\n"
        "  trace2 report --anonymise -o for-a-bug-report.html trace.event\n"
        "  trace2 run --to=html -o report.html -- git fetch");
  }

  int run() const {
    if (output_.empty() && ::isatty(STDOUT_FILENO) == 1) {
      say("report: a page is nothing for a terminal: --output=FILE names a file for it");
      return bad_usage;
    }
    return convert_files(
        {.to = target_format::html},
        {paths_, choice_.selection(), privacy_of(target_format::html, is_anonymous_)}, output_);
  }

 private:
  std::string output_;
  bool is_anonymous_ = false;
  choice choice_;
  std::vector<std::string> paths_;
};

}  // namespace trace2_program
