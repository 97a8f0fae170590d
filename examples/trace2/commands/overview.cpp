// Defines what overview.hpp and list.hpp declare.
#include "commands/overview.hpp"

#include <trace2/read/label_table.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_list/command_list.hpp"
#include "command_list/list_text.hpp"
#include "commands/list.hpp"
#include "input/chosen_trace.hpp"
#include "input/found_inputs.hpp"
#include "input/inputs.hpp"
#include "input/joined_samples.hpp"
#include "model/model.hpp"
#include "model/model_builder.hpp"
#include "model/nesting_limit.hpp"
#include "options/choosing.hpp"
#include "options/row_limit.hpp"
#include "output/colour.hpp"
#include "output/csv.hpp"
#include "output/left_out.hpp"
#include "output/line_output.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/remarks.hpp"
#include "output/table.hpp"
#include "samples/sampled_trace.hpp"
#include "summary/histogram.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_csv.hpp"
#include "summary/summary_json.hpp"
#include "summary/summary_order.hpp"
#include "summary/summary_text.hpp"
#include "walk/tree.hpp"
#include "walk/tree_rows.hpp"
#include "why/possible_gaps.hpp"
#include "why/why.hpp"
#include "why/why_text.hpp"

namespace trace2::program {

// ---- overview.hpp ----

/// All of a tree in JSON.
struct told_tree {
  std::vector<tree_row> rows{};
  std::optional<sample_sums> samples{};
  std::optional<std::vector<remark_row>> remarks{};
  program::left_out left_out{};
};
BOOST_DESCRIBE_STRUCT(told_tree, (), (rows, samples, remarks, left_out))

namespace {

std::map<std::string, summary_order> const& orders() {
  using order = summary_order;
  static std::map<std::string, order> const names{{"total", order::total},
                                                  {"self", order::self},
                                                  {"max", order::max},
                                                  {"median", order::median},
                                                  {"count", order::count}};
  return names;
}

/// Leads with what a single command spent most of its time on, because this is the reader's
/// question.
void write_answer(model const& trace, read::label_table const& labels, possible_gaps gaps,
                  text_style style, output& out) {
  if (trace.roots.size() != 1) return;
  auto explained = why{trace, labels, gaps}.explain();
  if (!explained || explained->rows.empty()) return;
  explained->hints.clear();
  constexpr std::size_t rows = 4;  // three, and one for all others
  why_text{out, labels, rows, out.text_width(), style}.write(*explained);
  out.write("\n");
}

followed write_regions(wanted_trace const& wanted, overview_options const& options,
                       text_style style, output& out) {
  read::label_table labels;
  region_histogram histogram{labels, options.histogram};
  chosen_trace chosen{find_inputs(wanted.paths), wanted.selection};
  followed const result = follow(chosen, histogram, labels);
  if (histogram.durations().count() == 0 && chosen.is_any_kept()) {
    if (result != followed::nothing) say("no region is called \"" + options.histogram + "\"");
    return followed::nothing;
  }
  if (options.json)
    write_json(out, histogram.told());
  else if (!options.csv.empty())
    write_csv(out, histogram.rows());
  else
    write_histogram(out, histogram, style, out.width());
  return result;
}

/// NORMAL shows no tree: the sentence says which target does.
void note_flat_target(text_style style, output& out) {
  out.write("\n" +
            style.dim("NORMAL tells neither parents nor regions: "
                      "use TRACE2_EVENT or GIT_TRACE2_EVENT.") +
            "\n");
}

}  // namespace

void note_nesting_limit(model const& trace, read::label_table const& labels, text_style style,
                        output& out) {
  if (!is_at_nesting_limit(trace, labels)) return;
  out.write("\n");
  for (std::string_view const line : {nesting_limit_reason, nesting_limit_remedy})
    out.write(style.dim(line) + "\n");
}

followed write_summary(wanted_trace const& wanted, overview_options const& options,
                       text_style style, output& out) {
  read::label_table labels;
  model_builder builder{labels};
  chosen_trace chosen{find_inputs(wanted.paths), wanted.selection};
  followed const result = follow(chosen, builder, labels);
  model const trace = builder.complete();
  auto made = summarizer{trace, labels}.make();
  made.empty_region = chosen.empty_region();
  if (chosen.dropped() != 0)
    made.losses.push_back({"events without room in a recording", chosen.dropped()});
  // The summary comes in the order of totals.
  if (options.sort != "total") sort_tables(made, orders().at(options.sort));
  if (options.json) {
    write_json(out, made);
  } else if (!options.csv.empty()) {
    write_csv(out, made, options.csv);
  } else {
    write_answer(trace, labels, chosen.gaps(), style, out);
    summary_text{out, options.rows.most(), style, out.width()}.write(made);
    if (!options.is_unlimited && chosen.gaps().is_limited)
      note_nesting_limit(trace, labels, style, out);
    write_remarks(trace.remarks, style, out);
  }
  if (!options.csv.empty()) say_remarks(trace.remarks);
  return report_left_out(made.left_out, result);
}

followed write_tree(wanted_trace const& wanted, overview_options const& options, text_style style,
                    output& out) {
  auto samples = samples_of(options.samples);
  if (!samples && !options.samples.empty()) return followed::nothing;
  read::label_table labels;
  model_builder builder{labels};
  chosen_trace chosen{find_inputs(wanted.paths), wanted.selection};
  if (samples) join(*samples, builder, chosen);
  followed const result = follow(chosen, builder, labels);
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  tree_options const looks{.depth = options.depth == 0 ? all : options.depth,
                           .least_share = options.least_share,
                           .width = out.width(),
                           .style = style,
                           .is_filtered = chosen.gaps().is_filtered,
                           .samples = samples ? &*samples : nullptr};
  model const trace = builder.complete();
  if (samples) samples->complete();
  if (options.json) {
    tree_rows const rows{trace, labels, looks};
    write_json(out, told_tree{.rows = rows.rows(),
                              .samples = samples ? std::optional{samples->sums()} : std::nullopt,
                              .remarks = rows_of(trace.remarks),
                              .left_out = rows.left_out()});
    return report_left_out(rows.left_out(), result);
  }
  program::tree tree{out, looks};
  tree.write(trace, labels);
  if (samples) out.write("\n" + style.dim(samples->summary()) + "\n");
  summary_text{out, all, style, out.width()}.write_sums(summarizer{trace, labels}.make_sums());
  if (chosen.gaps().is_flat) note_flat_target(style, out);
  if (!options.is_unlimited && chosen.gaps().is_limited)
    note_nesting_limit(trace, labels, style, out);
  write_remarks(trace.remarks, style, out);
  return report_left_out(tree.left_out(), result);
}

int commands::summary(overview_command_options const& options) {
  if (!options.shown.histogram.empty() && !options.shown.csv.empty() &&
      options.shown.csv != "regions") {
    say("--histogram has no table \"" + options.shown.csv + "\": only --csv=regions");
    return bad_usage;
  }
  output out{std::string{}};
  if (!options.shown.histogram.empty())
    return finish(out, write_regions({options.paths, options.chosen.selection()}, options.shown,
                                     options.colour.style(out), out));
  return finish(out, write_summary({options.paths, options.chosen.selection()}, options.shown,
                                   options.colour.style(out), out));
}

int commands::tree(overview_command_options const& options) {
  output out{std::string{}};
  return finish(out, write_tree({options.paths, options.chosen.selection()}, options.shown,
                                options.colour.style(out), out));
}

// ---- list.hpp ----

/// All of a list in JSON.
struct listed_commands {
  std::uint64_t count{};  ///< of the commands that are chosen, also of those without a row
  std::vector<listed_command> commands{};
  std::optional<std::vector<remark_row>> remarks{};
  program::left_out left_out{};
};
BOOST_DESCRIBE_STRUCT(listed_commands, (), (count, commands, remarks, left_out))

int commands::list(list_options const& options) {
  using order = list_order;
  static std::map<std::string, order> const orders{{"newest", order::newest},
                                                   {"oldest", order::oldest},
                                                   {"slowest", order::slowest},
                                                   {"fastest", order::fastest}};
  output out{std::string{}};
  read::label_table labels;
  // The list itself chooses, at the ends of commands: it needs one reading only.
  chosen_trace all{find_inputs(options.paths)};
  command_list commands{options.chosen.selection(), orders.at(options.sort), options.rows.most()};
  followed result = follow(all, commands, labels);
  auto const rows = commands.take();
  if (rows.empty() && result != followed::nothing && options.chosen.selection().is_any()) {
    if (result == followed::all) say("no command is chosen");
    result = followed::nothing;
  }
  if (options.is_json)
    write_json(
        out, listed_commands{commands.count(), rows, rows_of(all.remarks()), commands.left_out()});
  else if (options.is_csv)
    write_csv(out, rows);
  else
    write_list(out, rows, commands.count(), options.colour.style(out), out.width());
  if (!options.is_json) say_remarks(all.remarks());
  return finish(out, report_left_out(commands.left_out(), result));
}

}  // namespace trace2::program
