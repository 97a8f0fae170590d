// The command trace2 why: explains why a command took as long as it did.
#pragma once

#include <trace2/export/table.hpp>
#include <trace2/export/why.hpp>
#include <trace2/export/why_text.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model_builder.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "convert.hpp"
#include "inputs.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "overview.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

struct why_options {
  std::string command{};  ///< a part of its name or command line; empty for the slowest
  std::size_t rows = 10;
};

inline followed write_why(std::vector<std::string> const& paths, why_options const& options,
                          trace2::exporter::text_style style, output& out) {
  trace2::read::label_table labels;
  trace2::read::model_builder builder{labels};
  followed const result =
      follow(trace2::read::find_files(paths), builder, labels, [] { return false; });
  trace2::read::model const trace = builder.complete();
  auto const explained = trace2::exporter::why{trace, labels}.explain(options.command);
  if (!explained) {
    if (result == followed::all)
      say(options.command.empty() ? "the input holds no events"
                                  : "no command is called \"" + options.command + "\"");
    return followed::nothing;
  }
  constexpr std::size_t elsewhere = 80;
  std::size_t const width = out.is_terminal() ? out.width() : elsewhere;
  std::size_t const rows =
      options.rows == 0 ? std::numeric_limits<std::size_t>::max() : options.rows;
  trace2::exporter::why_text{out, labels, rows, width, style}.write(*explained);
  return report_left_out(trace2::exporter::left_out_of(trace.missing), result);
}

class why {
 public:
  explicit why(CLI::App& app) {
    command_ = app.add_subcommand("why", "Explain why a command took as long as it did.");
    command_
        ->add_option("--command", options_.command,
                     "The slowest command with NAME in its name or command line\n"
                     "(default: the slowest of all)")
        ->type_name("NAME");
    command_->add_option("--rows", options_.rows, "Rows to show; 0 for all (default: 10)")
        ->check(not_negative())
        ->type_name("N");
    colour_.add_to(*command_);
    add_inputs(*command_, paths_);
    command_->footer(
        "Shows the critical path: what the command did and waited for, through processes and "
        "threads.\n"
        "The rows add up to its wall time. Below them is what stands out, and what to do about "
        "it.\n"
        "\n"
        "Examples:\n"
        "  trace2 why trace.event\n"
        "  trace2 why --command=fetch /var/log/git-traces/");
  }

  CLI::App* command() const noexcept { return command_; }

  int run() const {
    output out{std::string{}};
    return finish(out, write_why(paths_, options_, colour_.style(out), out));
  }

 private:
  CLI::App* command_;
  why_options options_;
  colour_choice colour_;
  std::vector<std::string> paths_;
};

}  // namespace trace2_program
