// The commands trace2 summary and trace2 tree: overviews of a trace.
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/csv.hpp>
#include <trace2/export/histogram.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/export/nesting_limit.hpp>
#include <trace2/export/summarize.hpp>
#include <trace2/export/summary_csv.hpp>
#include <trace2/export/summary_json.hpp>
#include <trace2/export/summary_order.hpp>
#include <trace2/export/summary_text.hpp>
#include <trace2/export/table.hpp>
#include <trace2/export/tree.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_builder.hpp>

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "choosing.hpp"
#include "chosen_trace.hpp"
#include "colour.hpp"
#include "convert.hpp"
#include "found_inputs.hpp"
#include "inputs.hpp"
#include "messages.hpp"
#include "not_negative.hpp"
#include "output.hpp"
#include "percentage.hpp"
#include "row_limit.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

struct overview_options {
  bool json = false;
  std::string csv{};  ///< the table to write as comma-separated values
  std::string sort = "total";
  std::string histogram{};  ///< the regions to draw instead
  row_limit rows{25};
  std::size_t depth = 0;      ///< levels to show; 0: all
  double least_share = 0;     ///< part of 1
  bool is_unlimited = false;  ///< the trace is known to hold regions of all levels
};

inline void note_nesting_limit(trace2::read::model const& trace,
                               trace2::read::label_table const& labels,
                               trace2::exporter::text_style style, output& out) {
  namespace exporter = trace2::exporter;
  if (!exporter::is_at_nesting_limit(trace, labels)) return;
  out.write("\n");
  for (std::string_view const line :
       {exporter::nesting_limit_reason, exporter::nesting_limit_remedy})
    out.write(style.dim(line) + "\n");
}

inline std::map<std::string, trace2::exporter::summary_order> const& orders() {
  using order = trace2::exporter::summary_order;
  static std::map<std::string, order> const names{{"total", order::total},
                                                  {"self", order::self},
                                                  {"max", order::max},
                                                  {"median", order::median},
                                                  {"count", order::count}};
  return names;
}

inline followed write_summary(wanted_trace const& wanted, overview_options const& options,
                              trace2::exporter::text_style style, output& out) {
  trace2::read::label_table labels;
  trace2::read::model_builder builder{labels};
  chosen_trace chosen{find_inputs(wanted.paths), wanted.selection};
  followed const result = follow(chosen, builder, labels, [] { return false; });
  trace2::read::model const trace = builder.complete();
  auto made = trace2::exporter::summarizer{trace, labels}.make();
  made.empty_region = chosen.empty_region();
  if (chosen.dropped() != 0)
    made.losses.push_back({"events without room in a recording", chosen.dropped()});
  // The summary comes in the order of totals.
  if (options.sort != "total") trace2::exporter::sort_tables(made, orders().at(options.sort));
  if (options.json) {
    trace2::exporter::write_json(out, made);
  } else if (!options.csv.empty()) {
    trace2::exporter::write_csv(out, made, options.csv);
  } else {
    trace2::exporter::summary_text{out, options.rows.most(), style, out.width()}.write(made);
    if (!options.is_unlimited && chosen.gaps().is_limited)
      note_nesting_limit(trace, labels, style, out);
  }
  return report_left_out(made.left_out, result);
}

inline followed write_regions(wanted_trace const& wanted, overview_options const& options,
                              trace2::exporter::text_style style, output& out) {
  trace2::read::label_table labels;
  trace2::exporter::region_histogram histogram{labels, options.histogram};
  chosen_trace chosen{find_inputs(wanted.paths), wanted.selection};
  followed const result = follow(chosen, histogram, labels, [] { return false; });
  if (histogram.durations().count() == 0 && chosen.processes().is_any_kept()) {
    if (result != followed::nothing) say("no region is called \"" + options.histogram + "\"");
    return followed::nothing;
  }
  if (!options.csv.empty())
    trace2::exporter::write_csv(out, histogram.rows());
  else
    trace2::exporter::write_histogram(out, histogram, style, out.width());
  return result;
}

inline followed write_tree(wanted_trace const& wanted, overview_options const& options,
                           trace2::exporter::text_style style, output& out) {
  trace2::read::label_table labels;
  trace2::read::model_builder builder{labels};
  chosen_trace chosen{find_inputs(wanted.paths), wanted.selection};
  followed const result = follow(chosen, builder, labels, [] { return false; });
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  trace2::exporter::tree tree{out,
                              {.depth = options.depth == 0 ? all : options.depth,
                               .least_share = options.least_share,
                               .width = out.width(),
                               .style = style}};
  trace2::read::model const trace = builder.complete();
  tree.write(trace, labels);
  trace2::exporter::summary_text{out, all, style, out.width()}.write_sums(
      trace2::exporter::summarizer{trace, labels}.make_sums());
  if (!options.is_unlimited && chosen.gaps().is_limited)
    note_nesting_limit(trace, labels, style, out);
  return report_left_out(tree.left_out(), result);
}

class summary {
 public:
  explicit summary(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("summary", "Show processes, regions, children, sums and errors.");
    command->add_flag("--json", options_.json,
                      "Everything as one JSON object; durations in seconds");
    command
        ->add_option("--csv", options_.csv,
                     "One table as comma-separated values; durations in seconds")
        ->check(CLI::IsMember(trace2::exporter::table_names()))
        ->excludes("--json")
        ->type_name("TABLE");
    command
        ->add_option("--histogram", options_.histogram,
                     "Draw the durations of regions instead: of a label, a category, or "
                     "CATEGORY/LABEL; the two may be patterns")
        ->excludes("--json")
        ->type_name("REGION");
    command->add_option("--sort", options_.sort, "What comes first in a table (default: total)")
        ->check(CLI::IsMember({"total", "self", "max", "median", "count"}))
        ->excludes("--histogram")
        ->type_name("ORDER");
    options_.rows.add_to(*command, "Rows of each table")
        ->excludes("--json", "--csv", "--histogram");
    colour_.add_to(*command);
    choice_.add_to(*command);
    add_inputs(*command, paths_);
    command->footer(
        "Examples:\n"
        "  trace2 summary trace.event\n"
        "  trace2 summary --histogram=index/do_read_index traces/\n"
        "  trace2 summary --json traces/ | jq '.regions[] | select(.p95 > 0.1)'");
  }

  int run() const {
    if (!options_.histogram.empty() && !options_.csv.empty() && options_.csv != "regions") {
      say("--histogram has no table \"" + options_.csv + "\": only --csv=regions");
      return bad_usage;
    }
    output out{std::string{}};
    if (!options_.histogram.empty())
      return finish(
          out, write_regions({paths_, choice_.selection()}, options_, colour_.style(out), out));
    return finish(out,
                  write_summary({paths_, choice_.selection()}, options_, colour_.style(out), out));
  }

 private:
  overview_options options_;
  colour_choice colour_;
  choice choice_;
  std::vector<std::string> paths_;
};

class tree {
 public:
  explicit tree(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("tree", "Show processes, threads and regions as an indented tree.");
    command->add_option("--depth", options_.depth, "Levels to show; 0 for all (default: 0)")
        ->check(not_negative())
        ->type_name("N");
    add_percentage(*command, "--min-share", options_.least_share,
                   "Leave out what takes less of the outermost process than so many percent", 1);
    colour_.add_to(*command);
    choice_.add_to(*command);
    add_inputs(*command, paths_);
    command->footer(
        "Examples:\n"
        "  trace2 tree trace.event\n"
        "  trace2 tree --depth=3 --min-share=5 traces/ | less -R");
  }

  int run() const {
    output out{std::string{}};
    return finish(out,
                  write_tree({paths_, choice_.selection()}, options_, colour_.style(out), out));
  }

 private:
  overview_options options_;
  colour_choice colour_;
  choice choice_;
  std::vector<std::string> paths_;
};

}  // namespace trace2_program
