// Defines what check.hpp declares.
#include "commands/check.hpp"

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/shown.hpp>

#include <boost/describe/class.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/chosen_trace.hpp"
#include "input/found_inputs.hpp"
#include "input/inputs.hpp"
#include "model/model.hpp"
#include "model/model_builder.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_json.hpp"

namespace trace2::program {

namespace {

/// An oddity, as `trace2 check` tells it. Empty texts: of no single process.
struct check_row {
  std::string kind;
  std::string text;
  std::string process{};
  std::string where{};
  std::string sid{};
};
BOOST_DESCRIBE_STRUCT(check_row, (), (kind, text, process, where, sid))

struct check_report {
  std::uint64_t events{};
  std::uint64_t processes{};
  bool is_readable = true;
  std::vector<check_row> remarks{};
  std::uint64_t remarks_left_out{};
};
BOOST_DESCRIBE_STRUCT(check_report, (), (events, processes, is_readable, remarks, remarks_left_out))

/// Makes remarks of the messages that other commands write to standard error.
class check_messages final : public message_listener {
 public:
  explicit check_messages(check_report& report) noexcept : report_{report} {}
  void take(std::string_view kind, std::string const& message) override {
    report_.remarks.push_back({std::string{kind}, message});
  }

 private:
  check_report& report_;
};

/// Remarks on what a trace lacks, and on events that nobody knows. A child without an end is
/// nothing odd: Git leaves some of its children to themselves.
class missing_parts {
 public:
  missing_parts(model const& trace, read::label_table const& labels, check_report& report)
      : trace_{trace}, labels_{labels}, report_{report} {}

  void note() {
    for (process_node const& process : trace_.processes) note(process);
    for (thread_node const& thread : trace_.threads)
      note_open_regions(trace_.processes[thread.process], thread.root);
    auto const summed = summarizer{trace_, labels_}.make();
    for (auto const& row : summed.losses)
      if (!row.what.starts_with("lost_lines/"))  // in the messages, for the target that is read
        add({"loss", std::to_string(row.count).append(" ").append(row.what)});
    for (auto const& row : summed.other_events)
      add({"unknown-event", counted(row.count, "event") + " called \"" + std::string{row.name} +
                                "\", which Trace2 does not have"});
    if (!summed.left_out.empty())
      add({"left-out", summed.left_out.text() + ", for which the reader has no room"});
  }

 private:
  using process_node = program::process_node;
  using node_index = program::node_index;

  void add(check_row row) { report_.remarks.push_back(std::move(row)); }
  void add(process_node const& of, char const* kind, char const* text, std::string where = {}) {
    add({kind, text, of.name, std::move(where), of.sid});
  }

  void note(process_node const& process) {
    if (process.command.empty())
      add(process, "missing-beginning", "has no start: the trace began later, or lost lines");
    if (process.state == read::process_state::running && !is_end_told(process))
      add(process, "missing-end", "has no end: it still runs, was killed, or the trace is cut off");
  }

  /// True if the parent has collected the process, as one that a signal has ended.
  bool is_end_told(process_node const& process) const noexcept {
    return process.child != no_node && trace_.children[process.child].duration.has_value();
  }

  void note_open_regions(process_node const& process, node_index root) {
    if (process.state != read::process_state::ended) return;
    for (node_index node = trace_.regions[root].first_child; node != no_node;
         node = next_of(node, root))
      if (std::uint64_t const open = trace_.regions[node].incomplete; open != 0)
        add(process, "missing-end", "no event tells the end of a region", title_of(node));
  }

  /// The next node of the tree in the order of its lines.
  node_index next_of(node_index node, node_index root) const noexcept {
    if (trace_.regions[node].first_child != no_node) return trace_.regions[node].first_child;
    while (node != root && trace_.regions[node].next == no_node) node = trace_.regions[node].parent;
    return node == root ? no_node : trace_.regions[node].next;
  }

  std::string title_of(node_index node) const {
    auto const& label = labels_[trace_.regions[node].label];
    std::string room;
    return std::string{read::joined_name(label.category, label.name, room)};
  }

  model const& trace_;
  read::label_table const& labels_;
  check_report& report_;
};

/// The report on a trace, in the order: what the files are, what the numbers rest on, what is
/// missing.
check_report checked(std::vector<std::string> const& paths) {
  check_report report;
  check_messages const messages{report};
  read::label_table labels;
  model_builder builder{labels};
  chosen_trace chosen{find_inputs(paths)};
  followed const result = follow(chosen, builder, labels);
  report.is_readable = result != followed::nothing && chosen.is_all_readable();
  model const trace = builder.complete();
  report.events = trace.event_count;
  report.processes = trace.process_count;
  for (auto const& found : trace.remarks)
    report.remarks.push_back(
        {std::string{name_of(found.kind)}, found.text, found.process, found.where, found.sid});
  report.remarks_left_out = trace.remarks.left_out();
  missing_parts{trace, labels, report}.note();
  return report;
}

/// One line for each remark, and one that sums up.
void write_text(output& out, check_report const& report) {
  auto const shown = [](std::string const& text) { return read::shown_text(text); };
  for (check_row const& row : report.remarks) {
    std::string line = shown(row.kind);
    line.append(": ");
    for (std::string const& part : {row.process, row.where})
      if (!part.empty()) line.append(shown(part)).append(": ");
    out.write(line.append(shown(row.text)).append("\n"));
  }
  std::uint64_t const count = report.remarks.size() + report.remarks_left_out;
  if (report.remarks_left_out != 0)
    out.write("... and " + counted(report.remarks_left_out, "further remark") + "\n");
  out.write(
      counted(report.events, "event") + " of " +
      (report.processes == 1 ? "1 process" : std::to_string(report.processes) + " processes") +
      ": " + (count == 0 ? "nothing odd" : counted(count, "remark")) + "\n");
}

}  // namespace

int commands::check(check_options const& options) {
  output out{std::string{}};
  check_report const report = checked(options.paths);
  if (options.is_json)
    write_json(out, report);
  else
    write_text(out, report);
  int const code = !report.is_readable ? bad_usage : report.remarks.empty() ? ok : bad_input;
  return std::max(code, finish(out, followed::all));
}

}  // namespace trace2::program
