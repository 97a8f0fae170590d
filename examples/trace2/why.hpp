// The command trace2 why: explains why a command took as long as it did.
#pragma once

#include <trace2/export/csv.hpp>
#include <trace2/export/table.hpp>
#include <trace2/export/why.hpp>
#include <trace2/export/why_csv.hpp>
#include <trace2/export/why_text.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model_builder.hpp>
#include <trace2/read/selection.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "choosing.hpp"
#include "chosen_trace.hpp"
#include "colour.hpp"
#include "convert.hpp"
#include "found_inputs.hpp"
#include "inputs.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "row_limit.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

struct why_options {
  bool is_csv = false;
  row_limit rows{10};
};

/// Explains the slowest command that is chosen. A command's name alone is looked up in the model,
/// which also knows children that write no trace.
inline followed write_why(wanted_trace const& wanted, why_options const& options,
                          trace2::exporter::text_style style, output& out) {
  trace2::read::label_table labels;
  trace2::read::model_builder builder{labels};
  trace2::read::selection_options others = wanted.selection.options();
  std::string const command = std::exchange(others.command, {});
  trace2::read::selection const without_command{others};
  chosen_trace chosen{find_inputs(wanted.paths),
                      without_command.chooses_commands() ? wanted.selection : without_command};
  followed const result = follow(chosen, builder, labels, [] { return false; });
  trace2::read::model const trace = builder.complete();
  auto const explained = trace2::exporter::why{trace, labels, chosen.gaps()}.explain(command);
  if (!explained) {
    if (!command.empty() && result == followed::all && chosen.processes().is_any_kept())
      say("no command is called \"" + command + "\"");
    return followed::nothing;
  }
  if (options.is_csv) {
    trace2::exporter::write_csv(out, trace2::exporter::rows_of(*explained, labels));
    return report_left_out(trace2::exporter::left_out_of(trace.missing), result);
  }
  constexpr std::size_t elsewhere = 80;
  std::size_t const width = out.is_terminal() ? out.width() : elsewhere;
  trace2::exporter::why_text{out, labels, options.rows.most(), width, style}.write(*explained);
  return report_left_out(trace2::exporter::left_out_of(trace.missing), result);
}

class why {
 public:
  explicit why(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("why", "Explain why a command took as long as it did.");
    auto* const rows = options_.rows.add_to(*command, "Rows to show");
    command
        ->add_flag("--csv", options_.is_csv,
                   "All rows as comma-separated values; durations in seconds")
        ->excludes(rows);
    colour_.add_to(*command);
    choice_.add_to(*command);
    add_inputs(*command, paths_);
    command->footer(
        "Shows the critical path: what the command did and waited for, through processes and "
        "threads.\n"
        "The rows add up to its wall time. Below them is what stands out, and what to do about "
        "it.\n"
        "Of several commands it is the slowest one that is chosen.\n"
        "\n"
        "Examples:\n"
        "  trace2 why trace.event\n"
        "  trace2 why --command=fetch /var/log/git-traces/");
  }

  int run() const {
    output out{std::string{}};
    return finish(out, write_why({paths_, choice_.selection()}, options_, colour_.style(out), out));
  }

 private:
  why_options options_;
  colour_choice colour_;
  choice choice_;
  std::vector<std::string> paths_;
};

}  // namespace trace2_program
