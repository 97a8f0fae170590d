// The command trace2 list: shows one line for each command.
#pragma once

#include <trace2/export/command_list.hpp>
#include <trace2/export/csv.hpp>
#include <trace2/export/list_text.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>

#include <map>
#include <string>
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

class list {
 public:
  explicit list(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("list", "Show one line for each command.");
    command->add_option("--sort", sort_, "What comes first (default: newest)")
        ->check(CLI::IsMember({"newest", "oldest", "slowest", "fastest"}))
        ->type_name("ORDER");
    rows_.add_to(*command, "Rows to show");
    command->add_flag("--csv", is_csv_, "Comma-separated values; durations in seconds");
    colour_.add_to(*command);
    choice_.add_to(*command);
    add_inputs(*command, paths_);
    command->footer(
        "Shows when each command began, its wall time, exit code and repository. A command that\n"
        "another one has run is a line of its own.\n"
        "\n"
        "Examples:\n"
        "  trace2 list --since=1h traces/\n"
        "  trace2 list --sort=slowest --rows=10 --command=fetch traces/");
  }

  int run() const {
    namespace exporter = trace2::exporter;
    using order = exporter::list_order;
    static std::map<std::string, order> const orders{{"newest", order::newest},
                                                     {"oldest", order::oldest},
                                                     {"slowest", order::slowest},
                                                     {"fastest", order::fastest}};
    output out{std::string{}};
    trace2::read::label_table labels;
    // The list itself chooses, at the ends of commands: it needs one reading only.
    chosen_trace all{find_inputs(paths_)};
    exporter::command_list commands{choice_.selection(), orders.at(sort_), rows_.most()};
    followed const result = follow(all, commands, labels, [] { return false; });
    auto const rows = commands.take();
    if (rows.empty() && result == followed::all && choice_.selection().is_any())
      say("no command is chosen");
    if (is_csv_)
      exporter::write_csv(out, rows);
    else
      exporter::write_list(out, rows, commands.count(), colour_.style(out), out.width());
    return finish(out, report_left_out(commands.left_out(), result));
  }

 private:
  std::string sort_ = "newest";
  row_limit rows_{0};
  bool is_csv_ = false;
  colour_choice colour_;
  choice choice_;
  std::vector<std::string> paths_;
};

}  // namespace trace2_program
