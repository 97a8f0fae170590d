// Makes the summary of a trace from its model.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/utc_time.hpp>
#include <trace2/export/child_time.hpp>
#include <trace2/export/phase_rows.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/summary.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Makes a summary of a model. Rows with most time come first; processes form a tree. Texts are
/// views of the model and its labels, which must outlive the summary.
class summarizer {
 public:
  summarizer(read::model const& trace, read::label_table const& labels)
      : trace_{trace}, labels_{labels} {}

  summary make() const {
    summary result;
    result.wall = length(trace_.wall());
    result.events = trace_.event_count;
    result.process_count = trace_.process_count;
    result.thread_count = trace_.thread_count;
    if (trace_.event_count != 0) result.begin = time_text(trace_.begin);
    add_processes(result.processes);
    add_commands(result);
    add_regions(result);
    if (!trace_.task_sums.empty()) add_tasks(result.tasks.emplace());
    add_children(result);
    add_sums(result);
    result.phases = rows_of_phases(trace_.phase_sums, labels_);
    add_data(result);
    add_other_events(result.other_events);
    add_errors(result);
    result.left_out = left_out_of(trace_.missing);
    if (trace_.overload_count != 0)
      result.losses.push_back({"processes that met a full directory",
                               static_cast<std::int64_t>(trace_.overload_count)});
    add_faults(result.losses);
    return result;
  }

  /// Timers and counters alone.
  summary make_sums() const {
    summary result;
    add_sums(result);
    return result;
  }

 private:
  using fine_duration = read::fine_duration;

  fine_duration length(std::int64_t nanoseconds) const noexcept {
    return fine_duration::nanoseconds(nanoseconds, trace_.is_fine);
  }

  static std::string time_text(std::int64_t wall) {
    char text[detail::max_time_size];
    return {text, detail::put(text, detail::utc_time{read::whole_microseconds(wall)})};
  }

  // ---- processes ----

  void add_processes(std::vector<process_row>& rows) const {
    std::vector<std::pair<std::int64_t, read::node_index>> roots;
    std::int64_t whole = 0;
    for (read::node_index const root : trace_.roots) {
      roots.emplace_back(span_of(trace_, root).total(), root);
      whole = read::saturating_add(whole, roots.back().first);
    }
    std::stable_sort(roots.begin(), roots.end(),
                     [](auto const& a, auto const& b) { return a.first > b.first; });
    rows.reserve(trace_.processes.size());
    for (auto const& [time, root] : roots) add_tree(root, whole, rows);
  }

  /// Uses no recursion, since a session id may be a long chain.
  void add_tree(read::node_index root, std::int64_t whole, std::vector<process_row>& rows) const {
    struct step {
      read::node_index process;
      int level;
    };
    std::vector<step> left{{root, 0}};
    while (!left.empty()) {
      auto const [index, level] = left.back();
      left.pop_back();
      read::process_node const& node = trace_.processes[index];
      rows.push_back(row_of(node, level, whole));
      if (node.state == read::process_state::transformed && !is_successor(trace_, node))
        if (std::int64_t const between = span_of(trace_, index).between; between > 0)
          rows.back().between = length(between);
      std::vector<read::node_index> const inside = sessions_of(node);
      for (auto next = inside.rbegin(); next != inside.rend(); ++next)
        left.push_back({*next, level + 1});
    }
  }

  process_row row_of(read::process_node const& node, int level, std::int64_t whole) const {
    process_row row{.sid = node.sid,
                    .level = level,
                    .name = node.name,
                    .command = node.command,
                    .begin = time_text(node.begin),
                    .wall = length(node.wall()),
                    .share = share_of(node.wall(), whole),
                    .state = read::name_of(node.state),
                    .errors = node.errors};
    if (node.code >= 0) row.code = node.code;
    if (!node.repository.empty()) row.repository = node.repository;
    if (node.parent != read::no_node) row.parent = trace_.processes[node.parent].sid;
    if (std::uint32_t const pid = read::pid_of(node.sid); pid != 0) row.pid = pid;
    return row;
  }

  /// All processes below a process, in the order of their beginnings.
  std::vector<read::node_index> sessions_of(read::process_node const& node) const {
    std::vector<read::node_index> sessions = node.strangers;
    for (read::node_index const child : node.children) {
      auto const& of_child = trace_.children[child].sessions;
      sessions.insert(sessions.end(), of_child.begin(), of_child.end());
    }
    std::stable_sort(sessions.begin(), sessions.end(), [this](auto a, auto b) {
      return trace_.processes[a].begin < trace_.processes[b].begin;
    });
    return sessions;
  }

  // ---- sums ----

  /// Sorts by weight, then by name, so that equal traces have equal summaries.
  template <class Row, class Weight>
  static void sort(std::vector<Row>& rows, Weight weight) {
    std::sort(rows.begin(), rows.end(), [&](Row const& a, Row const& b) {
      auto const [heavy, light] = std::pair{weight(b), weight(a)};
      return heavy != light ? heavy < light : names_of(a) < names_of(b);
    });
  }
  static auto names_of(command_row const& row) { return std::pair{row.name, std::string_view{}}; }
  static auto names_of(region_row const& row) { return std::pair{row.category, row.label}; }
  static auto names_of(task_row const& row) { return std::pair{row.category, row.label}; }
  static auto names_of(child_row const& row) { return std::pair{row.child_class, row.program}; }
  static auto names_of(timer_row const& row) { return std::pair{row.category, row.name}; }
  static auto names_of(counter_row const& row) { return std::pair{row.category, row.name}; }
  static auto names_of(data_row const& row) { return std::pair{row.category, row.key}; }
  static auto names_of(other_event_row const& row) { return row.name; }
  static auto names_of(error_row const& row) { return std::pair{row.format, row.message}; }

  void add_commands(summary& result) const {
    for (auto const& [id, sums] : trace_.command_sums)
      result.commands.push_back({.name = labels_[id].name,
                                 .count = sums.walls.count(),
                                 .failed = sums.failed,
                                 .unfinished = sums.incomplete,
                                 .total = length(sums.walls.sum()),
                                 .min = length(sums.walls.min()),
                                 .median = length(sums.walls.quantile(0.5)),
                                 .p95 = length(sums.walls.quantile(0.95)),
                                 .max = length(sums.walls.max())});
    sort(result.commands, [](auto const& row) { return row.total.in_nanoseconds(); });
  }

  void add_regions(summary& result) const {
    for (auto const& [id, sums] : trace_.region_sums)
      result.regions.push_back({.category = labels_[id].category,
                                .label = labels_[id].name,
                                .count = sums.totals.count(),
                                .unfinished = sums.incomplete,
                                .total = length(sums.totals.sum()),
                                .self = length(sums.self),
                                .min = length(sums.totals.min()),
                                .median = length(sums.totals.quantile(0.5)),
                                .p95 = length(sums.totals.quantile(0.95)),
                                .max = length(sums.totals.max())});
    sort(result.regions, [](auto const& row) { return row.total.in_nanoseconds(); });
  }

  void add_tasks(std::vector<task_row>& rows) const {
    for (auto const& [id, sums] : trace_.task_sums)
      rows.push_back({.category = labels_[id].category,
                      .label = labels_[id].name,
                      .count = sums.totals.count(),
                      .unfinished = sums.incomplete,
                      .total = length(sums.totals.sum()),
                      .running = length(sums.running),
                      .waiting = length(sums.waiting),
                      .median = length(sums.totals.quantile(0.5)),
                      .p95 = length(sums.totals.quantile(0.95)),
                      .max = length(sums.totals.max())});
    sort(rows, [](auto const& row) { return row.total.in_nanoseconds(); });
  }

  void add_faults(std::vector<loss_row>& rows) const {
    static constexpr std::string_view names[read::task_fault_count] = {
        "events of tasks that had not begun", "tasks that began twice",
        "tasks that ran on two threads at once", "runs and pauses of tasks out of order"};
    for (std::size_t i = 0; i < read::task_fault_count; ++i)
      if (std::uint64_t const count = trace_.task_faults[i]; count != 0)
        rows.push_back({std::string{names[i]}, static_cast<std::int64_t>(count)});
  }

  void add_children(summary& result) const {
    for (auto const& [id, sums] : trace_.child_sums)
      result.children.push_back({.child_class = labels_[id].category,
                                 .program = labels_[id].name,
                                 .count = sums.durations.count() + sums.incomplete,
                                 .failed = sums.failed,
                                 .background = sums.left_alone,
                                 .unfinished = sums.incomplete,
                                 .total = length(sums.durations.sum()),
                                 .median = length(sums.durations.quantile(0.5)),
                                 .max = length(sums.durations.max())});
    sort(result.children, [](auto const& row) { return row.total.in_nanoseconds(); });
  }

  static std::optional<interval_quantiles> quantiles_of(read::timer_statistics const& sums) {
    if (sums.lengths.count() == 0) return {};
    return sums.lengths.quantiles();
  }

  static std::int64_t mean_of(read::timer_statistics const& sums) noexcept {
    auto const total = fine_duration::nanoseconds(sums.total);
    return read::mean_of(total, sums.intervals).in_nanoseconds();
  }

  void add_sums(summary& result) const {
    for (auto const& [id, sums] : trace_.timer_sums)
      result.timers.push_back({.category = labels_[id].category,
                               .name = labels_[id].name,
                               .intervals = sums.intervals,
                               .total = fine_duration::nanoseconds(sums.total),
                               .mean = length(mean_of(sums)),
                               .min = sums.shortest(),
                               .max = sums.longest(),
                               .nanoseconds = quantiles_of(sums)});
    sort(result.timers, [](auto const& row) { return row.total.in_nanoseconds(); });
    for (auto const& [id, count] : trace_.counter_sums)
      result.counters.push_back(
          {.category = labels_[id].category, .name = labels_[id].name, .count = count});
    sort(result.counters, [](auto const& row) { return row.count; });
  }

  /// The library's own reports of missing events are losses (see session/ending.hpp).
  void add_data(summary& result) const {
    for (auto const& [id, sums] : trace_.data_sums) {
      auto const& [category, key] = labels_[id];
      if (category == "trace2" && sums.is_number) {
        result.losses.push_back({std::string{key}, sums.sum});
        continue;
      }
      data_row row{.category = category, .key = key, .count = sums.count, .latest = sums.latest()};
      if (sums.is_number) {
        row.sum = sums.sum;
        row.min = sums.min;
        row.max = sums.max;
      }
      result.data.push_back(row);
    }
    sort(result.data, [](auto const& row) { return row.count; });
    std::sort(result.losses.begin(), result.losses.end(),
              [](auto const& a, auto const& b) { return a.what < b.what; });
  }

  void add_other_events(std::vector<other_event_row>& rows) const {
    for (auto const& [id, count] : trace_.other_event_counts)
      rows.push_back({.name = labels_[id].name, .count = count});
    sort(rows, [](auto const& row) { return row.count; });
  }

  void add_errors(summary& result) const {
    for (auto const& [id, sums] : trace_.error_sums)
      result.errors.push_back({.count = sums.count,
                               .format = labels_[id].name,
                               .message = sums.message,
                               .process = sums.process});
    sort(result.errors, [](auto const& row) { return row.count; });
  }

  read::model const& trace_;
  read::label_table const& labels_;
};

}}}  // namespace trace2::v0::exporter
