// Writes a summary as aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/shown.hpp>
#include <trace2/export/summary.hpp>
#include <trace2/export/summary_processes.hpp>
#include <trace2/export/table.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Writes a summary for people. Empty tables are left out, and each table has at most `most_rows`
/// rows. The processes of one command are a tree, those of many are sorted by their time. No line
/// is wider than `width`, as far as columns of numbers find room.
class summary_text {
 public:
  summary_text(sink& to, std::size_t most_rows, text_style style,
               std::size_t width = std::numeric_limits<std::size_t>::max())
      : to_{to}, most_{most_rows}, style_{style}, width_{width} {}

  void write(summary const& all) const {
    write_head(all);
    // A table of commands is more useful than the tree when commands repeat.
    if (all.process_count > all.commands.size()) write_commands(all.commands);
    write_processes(all.processes, left_out_of(all));
    write_regions(all.regions);
    if (all.tasks) write_tasks(*all.tasks);
    write_children(all.children);
    write_sums(all);
    write_phases(all.phases);
    write_data(all.data);
    write_other_events(all.other_events);
    write_errors(all.errors);
    write_losses(all.losses);
  }

  /// Writes the timers and counters alone.
  void write_sums(summary const& all) const {
    write_timers(all.timers);
    write_distributions(all.timers);
    write_counters(all.counters);
  }

 private:
  /// In two lines where one would be too wide.
  void write_head(summary const& all) const {
    std::string const counts = counted(all.process_count, "process", "processes") + ", " +
                               counted(all.thread_count, "thread", "threads") + ", " +
                               counted(all.events, "event", "events") + ", " + time(all.wall);
    std::string const from = all.begin.empty() ? "" : "from " + all.begin;
    bool const has_room = counts.size() + 2 + from.size() <= width_;
    to_.write(counts + (from.empty() ? "" : (has_room ? ", " : "\n") + from) + "\n");
    // Beside another target, regions are stored as whole events, which takes much longer.
    if (all.empty_region)
      to_.write(style_.dim("an empty region costs " + time(all.empty_region->cost) +
                           " where only a recording is on, " + time(all.empty_region->length) +
                           " of them inside") +
                "\n");
  }

  static std::uint64_t left_out_of(summary const& all) {
    std::uint64_t count = 0;
    for (left_out_row const& row : all.left_out)
      if (row.what == "processes") count += row.count;
    return count;
  }
  static std::string time(read::fine_duration value) {
    return shown_duration(value.in_nanoseconds());
  }
  static table::cell cell_of(read::fine_duration value) { return table::cell::time(value); }
  /// One value is its own total.
  static table::cell unless_one(std::uint64_t count, read::fine_duration value) {
    return count == 1 ? table::cell{""} : cell_of(value);
  }
  static std::string counted(std::uint64_t count, char const* one, char const* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
  }
  static std::string number(std::uint64_t count) { return count == 0 ? "" : std::to_string(count); }

  void show(table const& layout, auto const& rows, auto const& cells_of,
            std::uint64_t left_out = 0) const {
    layout.write(to_, rows, cells_of, most_, style_, left_out, width_);
  }

  void write_processes(std::vector<process_row> const& rows, std::uint64_t left_out) const {
    table const layout = table{"Processes", {"wall", "share", "exit", "command"}}.with_commands();
    auto const cells_of = [](process_row const& row, int level) {
      std::string_view const command = row.command.empty() ? row.name : row.command;
      return table::cells{
          cell_of(row.wall), shown_share(row.share), shown_exit(row.code, row.state),
          std::string(2 * static_cast<std::size_t>(level), ' ') + shown_text(command)};
    };
    // The slowest of many commands must be among the first rows.
    if (std::count_if(rows.begin(), rows.end(), [](auto const& row) { return row.level == 0; }) > 1)
      return show(
          layout, slowest_processes(rows, most_),
          [&](process_row const* row) { return cells_of(*row, 0); },
          left_out + rows.size() - std::min(rows.size(), most_));
    // Of a tree that has no room the slowest rows stay, in its order.
    std::vector<process_row> const tree = processes_with_times_between(rows);
    std::vector<process_row const*> slowest = slowest_processes(tree, most_);
    std::sort(slowest.begin(), slowest.end());
    show(
        layout, slowest, [&](process_row const* row) { return cells_of(*row, row->level); },
        left_out + tree.size() - slowest.size());
  }
  void write_commands(std::vector<command_row> const& rows) const {
    table const layout{
        "Commands",
        {"count", "failed", "unfinished", "total", "min", "median", "p95", "max", "command"},
        less_important};
    show(layout, rows, [](command_row const& row) {
      return table::cells{number(row.count),
                          number(row.failed),
                          number(row.unfinished),
                          cell_of(row.total),
                          unless_one(row.count, row.min),
                          unless_one(row.count, row.median),
                          unless_one(row.count, row.p95),
                          unless_one(row.count, row.max),
                          shown_text(row.name)};
    });
  }

  void write_regions(std::vector<region_row> const& rows) const {
    table const layout{
        "Regions",
        {"count", "unfinished", "total", "self", "min", "median", "p95", "max", "region"},
        less_important};
    show(layout, rows, [](region_row const& row) {
      return table::cells{number(row.count),
                          number(row.unfinished),
                          cell_of(row.total),
                          cell_of(row.self),
                          unless_one(row.count, row.min),
                          unless_one(row.count, row.median),
                          unless_one(row.count, row.p95),
                          unless_one(row.count, row.max),
                          shown_name(row.category, row.label)};
    });
  }

  void write_tasks(std::vector<task_row> const& rows) const {
    table const layout{
        "Tasks",
        {"count", "unfinished", "total", "running", "waiting", "median", "p95", "max", "task"},
        {"p95", "median", "max"}};
    show(layout, rows, [](task_row const& row) {
      return table::cells{number(row.count),
                          number(row.unfinished),
                          cell_of(row.total),
                          cell_of(row.running),
                          cell_of(row.waiting),
                          unless_one(row.count, row.median),
                          unless_one(row.count, row.p95),
                          unless_one(row.count, row.max),
                          shown_name(row.category, row.label)};
    });
  }

  void write_children(std::vector<child_row> const& rows) const {
    table const layout{
        "Children",
        {"count", "failed", "background", "unfinished", "total", "median", "max", "child"}};
    show(layout, rows, [](child_row const& row) {
      return table::cells{number(row.count),
                          number(row.failed),
                          number(row.background),
                          number(row.unfinished),
                          cell_of(row.total),
                          unless_one(row.count, row.median),
                          unless_one(row.count, row.max),
                          shown_text(row.child_class) + ": " + shown_text(row.program)};
    });
  }

  void write_timers(std::vector<timer_row> const& rows) const {
    table const layout{
        "Timers", {"intervals", "total", "mean", "min", "max", "timer"}, {"min", "mean"}};
    show(layout, rows, [](timer_row const& row) {
      return table::cells{number(row.intervals), cell_of(row.total),
                          cell_of(row.mean),     cell_of(row.min),
                          cell_of(row.max),      shown_name(row.category, row.name)};
    });
  }

  /// Of the intervals whose lengths are known: timers of the same names may have kept some only.
  void write_distributions(std::vector<timer_row> const& timers) const {
    std::vector<timer_row const*> rows;
    for (timer_row const& row : timers)
      if (row.nanoseconds) rows.push_back(&row);
    table const layout{"Distributions",
                       {"intervals", "median", "p90", "p99", "p99.9", "max", "timer"},
                       {"p90", "p99"}};
    show(layout, rows, [](timer_row const* row) {
      return table::cells{number(row->nanoseconds->count),
                          length_of(row->nanoseconds, &interval_quantiles::median),
                          length_of(row->nanoseconds, &interval_quantiles::p90),
                          length_of(row->nanoseconds, &interval_quantiles::p99),
                          length_of(row->nanoseconds, &interval_quantiles::p999),
                          length_of(row->nanoseconds, &interval_quantiles::longest),
                          shown_name(row->category, row->name)};
    });
  }

  static table::cell length_of(std::optional<interval_quantiles> const& known,
                               std::int64_t interval_quantiles::*quantile) {
    if (!known) return "";
    return cell_of(read::fine_duration::nanoseconds((*known).*quantile, true));
  }

  void write_counters(std::vector<counter_row> const& rows) const {
    table const layout{"Counters", {"count", "counter"}};
    show(layout, rows, [](counter_row const& row) {
      return table::cells{std::to_string(row.count), shown_name(row.category, row.name)};
    });
  }

  void write_phases(std::vector<phase_row> const& rows) const {
    table const layout{
        "Phases",
        {"count", "total", "mean", "median", "p90", "p99", "p99.9", "max", "phase, and its sums"},
        {"p90", "mean", "p99"}};
    show(layout, rows, [](phase_row const& row) {
      return table::cells{std::to_string(row.count),
                          row.total ? cell_of(*row.total) : table::cell{""},
                          row.mean && row.count > 1 ? cell_of(*row.mean) : table::cell{""},
                          length_of(row.nanoseconds, &interval_quantiles::median),
                          length_of(row.nanoseconds, &interval_quantiles::p90),
                          length_of(row.nanoseconds, &interval_quantiles::p99),
                          length_of(row.nanoseconds, &interval_quantiles::p999),
                          length_of(row.nanoseconds, &interval_quantiles::longest),
                          row.kind == "phase"
                              ? shown_name(row.category, row.name)
                              : "  " + shown_name(row.share_category, row.share_name)};
    });
  }

  void write_data(std::vector<data_row> const& rows) const {
    table const layout{"Data", {"count", "sum", "min", "max", "key = latest value"}};
    show(layout, rows, [](data_row const& row) {
      auto const cell = [](auto const& value) {
        return value ? std::to_string(*value) : std::string{};
      };
      return table::cells{number(row.count), cell(row.sum), cell(row.min), cell(row.max),
                          shown_name(row.category, row.key) + " = " + shown_text(row.latest)};
    });
  }

  void write_other_events(std::vector<other_event_row> const& rows) const {
    table const layout{"Other events", {"count", "event"}};
    show(layout, rows, [](other_event_row const& row) {
      return table::cells{number(row.count), shown_text(row.name)};
    });
  }

  void write_errors(std::vector<error_row> const& rows) const {
    table const layout{"Errors", {"count", "first message"}};
    show(layout, rows, [](error_row const& row) {
      return table::cells{number(row.count),
                          shown_text(row.process) + ": " + shown_text(row.message)};
    });
  }

  void write_losses(std::vector<loss_row> const& rows) const {
    table const layout{"Lost", {"count", "what"}};
    show(layout, rows, [](loss_row const& row) {
      return table::cells{std::to_string(row.count), shown_text(row.what)};
    });
  }

  inline static std::vector<std::string> const less_important{"min", "p95", "median"};

  sink& to_;
  std::size_t most_;
  text_style style_;
  std::size_t width_;
};

}}}  // namespace trace2::v0::exporter
