// Defines what summarize.hpp, summary.hpp, summary_order.hpp, summary_processes.hpp, phase_rows.hpp
// declare.
#include "summary/summarize.hpp"

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "model/child_time.hpp"
#include "output/utc_text.hpp"
#include "summary/phase_rows.hpp"
#include "summary/summary.hpp"
#include "summary/summary_order.hpp"
#include "summary/summary_processes.hpp"

namespace trace2::program {

// ---- summarize.hpp ----

summary summarizer::make() const {
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
    result.losses.push_back(
        {"processes that met a full directory", static_cast<std::int64_t>(trace_.overload_count)});
  add_faults(result.losses);
  result.remarks = rows_of(trace_.remarks);
  return result;
}

summary summarizer::make_sums() const {
  summary result;
  add_sums(result);
  return result;
}

summarizer::fine_duration summarizer::length(read::nanoseconds of) const noexcept {
  return fine_duration{of, trace_.is_fine};
}

std::string summarizer::time_text(read::moment at) { return utc_text(at); }

void summarizer::add_processes(std::vector<process_row>& rows) const {
  std::vector<std::pair<read::nanoseconds, node_index>> roots;
  read::nanoseconds whole{};
  for (node_index const root : trace_.roots) {
    roots.emplace_back(span_of(trace_, root).total(), root);
    whole += roots.back().first;
  }
  sort_stably(roots, [](auto const& a, auto const& b) { return a.first > b.first; });
  rows.reserve(trace_.processes.size());
  for (auto const& [time, root] : roots) add_tree(root, whole, rows);
}

void summarizer::add_tree(node_index root, read::nanoseconds whole,
                          std::vector<process_row>& rows) const {
  struct step {
    node_index process;
    int level;
  };
  std::vector<step> left{{root, 0}};
  while (!left.empty()) {
    auto const [index, level] = left.back();
    left.pop_back();
    process_node const& node = trace_.processes[index];
    rows.push_back(row_of(node, level, whole));
    if (node.state == read::process_state::transformed && !is_successor(trace_, node))
      if (read::nanoseconds const between = span_of(trace_, index).between; between > read::no_time)
        rows.back().between = length(between);
    std::vector<node_index> const inside = sessions_of(node);
    for (auto next = inside.rbegin(); next != inside.rend(); ++next)
      left.push_back({*next, level + 1});
  }
}

process_row summarizer::row_of(process_node const& node, int level, read::nanoseconds whole) const {
  process_row row{.sid = node.sid,
                  .level = level,
                  .name = node.name,
                  .command = node.command,
                  .begin = time_text(node.begin),
                  .wall = length(node.wall()),
                  .share = read::share_of(node.wall(), whole),
                  .state = read::name_of(node.state),
                  .errors = node.errors};
  row.code = node.code;
  if (!node.repository.empty()) row.repository = node.repository;
  if (node.parent != no_node) row.parent = trace_.processes[node.parent].sid;
  if (std::uint32_t const pid = read::pid_of(node.sid); pid != 0) row.pid = pid;
  return row;
}

std::vector<node_index> summarizer::sessions_of(process_node const& node) const {
  std::vector<node_index> sessions = node.strangers;
  for (node_index const child : node.children) {
    auto const& of_child = trace_.children[child].sessions;
    sessions.insert(sessions.end(), of_child.begin(), of_child.end());
  }
  sort_stably(sessions, [this](auto a, auto b) {
    return trace_.processes[a].begin < trace_.processes[b].begin;
  });
  return sessions;
}

void summarizer::add_commands(summary& result) const {
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

void summarizer::add_regions(summary& result) const {
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

void summarizer::add_tasks(std::vector<task_row>& rows) const {
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

void summarizer::add_faults(std::vector<loss_row>& rows) const {
  static constexpr std::string_view names[read::task_fault_count] = {
      "events of tasks that had not begun", "tasks that began twice",
      "tasks that ran on two threads at once", "runs and pauses of tasks out of order"};
  for (std::size_t i = 0; i < read::task_fault_count; ++i)
    if (std::uint64_t const count = trace_.task_faults[i]; count != 0)
      rows.push_back({std::string{names[i]}, static_cast<std::int64_t>(count)});
}

void summarizer::add_children(summary& result) const {
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

std::optional<interval_quantiles> summarizer::quantiles_of(timer_statistics const& sums) {
  if (sums.lengths.count() == 0) return {};
  return sums.lengths.quantiles();
}

void summarizer::add_sums(summary& result) const {
  for (auto const& [id, sums] : trace_.timer_sums)
    result.timers.push_back(
        {.category = labels_[id].category,
         .name = labels_[id].name,
         .intervals = sums.intervals,
         .total = sums.total,
         .mean = length(read::mean_of(sums.total, sums.intervals).in_nanoseconds()),
         .min = sums.shortest(),
         .max = sums.longest(),
         .nanoseconds = quantiles_of(sums)});
  sort(result.timers, [](auto const& row) { return row.total.in_nanoseconds(); });
  for (auto const& [id, count] : trace_.counter_sums)
    result.counters.push_back(
        {.category = labels_[id].category, .name = labels_[id].name, .count = count});
  sort(result.counters, [](auto const& row) { return row.count; });
}

void summarizer::add_data(summary& result) const {
  for (auto const& [id, sums] : trace_.data_sums) {
    auto const& [category, key] = labels_[id];
    // The number of a thread is no loss.
    if (category == "trace2" && sums.is_number && key != "tid") {
      result.losses.push_back({std::string{key}, sums.sum});
      continue;
    }
    data_row row{.category = category, .key = key, .count = sums.count, .latest = sums.latest()};
    if (sums.is_number) {
      row.sum = sums.sum;
      row.min = sums.min;
      row.max = sums.max;
    } else {
      add_values(sums, row);
    }
    result.data.push_back(std::move(row));
  }
  sort(result.data, [](auto const& row) { return row.count; });
  sort_stably(result.losses, [](auto const& a, auto const& b) { return a.what < b.what; });
}

void summarizer::add_values(data_statistics const& sums, data_row& row) {
  std::uint64_t others = sums.count;
  std::vector<value_row>& values = row.values.emplace();
  for (value_count const& known : sums.texts) {
    values.push_back({known.text, known.count});
    others -= known.count;
  }
  sort_stably(values, [](value_row const& a, value_row const& b) {
    return a.count != b.count ? a.count > b.count : a.value < b.value;
  });
  if (others != 0) row.others = others;
}

void summarizer::add_other_events(std::vector<other_event_row>& rows) const {
  for (auto const& [id, count] : trace_.other_event_counts)
    rows.push_back({.name = labels_[id].name, .count = count});
  sort(rows, [](auto const& row) { return row.count; });
}

void summarizer::add_errors(summary& result) const {
  for (auto const& [id, sums] : trace_.error_sums)
    result.errors.push_back({.count = sums.count,
                             .format = labels_[id].name,
                             .message = sums.message,
                             .process = sums.process});
  sort(result.errors, [](auto const& row) { return row.count; });
}

// ---- summary.hpp ----

std::optional<std::vector<remark_row>> rows_of(read::remark_list const& remarks) {
  if (remarks.empty()) return {};
  std::vector<remark_row> rows;
  for (read::remark const& told : remarks)
    rows.push_back({name_of(told.kind), told.sid, told.process, told.where, told.text});
  return rows;
}

// ---- summary_order.hpp ----

void sort_tables(summary& all, summary_order order) {
  auto const sort = [order](auto& rows) {
    sort_stably(rows, [order](auto const& a, auto const& b) {
      return detail_of_summary::weight_of(a, order) > detail_of_summary::weight_of(b, order);
    });
  };
  if (all.tasks) sort(*all.tasks);
  std::apply([&](auto&... tables) { (sort(tables), ...); },
             std::tie(all.commands, all.regions, all.children, all.timers, all.counters, all.data,
                      all.other_events, all.errors));
}

// ---- summary_processes.hpp ----

std::vector<process_row> processes_with_times_between(std::vector<process_row> const& rows) {
  std::vector<process_row> result;
  std::vector<process_row> open;  // times that are still to come
  auto const known = std::find_if(rows.begin(), rows.end(), [](auto const& row) {
    return row.share > 0 && row.wall.in_nanoseconds() > read::no_time;
  });
  double const per_nanosecond =
      known == rows.end()
          ? 0
          : known->share / static_cast<double>(known->wall.in_nanoseconds().count());
  auto const end_down_to = [&](int level) {
    for (; !open.empty() && open.back().level > level; open.pop_back())
      result.push_back(open.back());
  };
  for (process_row const& row : rows) {
    end_down_to(row.level);
    result.push_back(row);
    if (!row.between) continue;
    double const time = static_cast<double>(row.between->in_nanoseconds().count());
    open.push_back({.level = row.level + 1,
                    .name = "outside of these processes",
                    .wall = *row.between,
                    .share = per_nanosecond * time});
  }
  end_down_to(-1);
  return result;
}

std::vector<process_row const*> slowest_processes(std::vector<process_row> const& rows,
                                                  std::size_t most) {
  std::vector<process_row const*> slowest;
  slowest.reserve(rows.size());
  for (process_row const& row : rows) slowest.push_back(&row);
  most = std::min(most, rows.size());
  std::partial_sort(slowest.begin(), slowest.begin() + static_cast<std::ptrdiff_t>(most),
                    slowest.end(), [](process_row const* a, process_row const* b) {
                      read::nanoseconds const time = a->wall.in_nanoseconds();
                      read::nanoseconds const other = b->wall.in_nanoseconds();
                      return time != other ? time > other : a < b;
                    });
  slowest.resize(most);
  return slowest;
}

// ---- phase_rows.hpp ----

phase_row row_of(phase_key const& key, phase_statistics const& sum,
                 read::label_table const& labels) {
  static constexpr std::string_view kinds[] = {"phase", "timer", "counter"};
  phase_row row{.category = labels[key.phase].category,
                .name = labels[key.phase].name,
                .kind = kinds[static_cast<std::size_t>(key.part)],
                .count = sum.count};
  if (key.part != phase_part::whole) {
    row.share_category = labels[key.what].category;
    row.share_name = labels[key.what].name;
  }
  if (key.part == phase_part::counter) return row;
  row.total = sum.total;
  row.mean = read::mean_of(*row.total, sum.count);
  if (sum.lengths.count() != 0) row.nanoseconds = sum.lengths.quantiles();
  return row;
}

std::vector<phase_row> rows_of_phases(phase_sums const& sums, read::label_table const& labels) {
  struct row {
    duration time_of_phase;
    phase_key key;
    phase_statistics const* sum;
  };
  std::vector<row> rows;
  duration time;
  read::label_id phase = read::label_table::other;
  for (auto const& [key, sum] : sums.all()) {
    // The phase itself comes first.
    if (rows.empty() || key.phase != phase) time = {};
    if (key.part == phase_part::whole) time = sum.total;
    phase = key.phase;
    rows.push_back({time, key, &sum});
  }
  sort_stably(rows, [&](row const& a, row const& b) {
    auto const order_of = [&](row const& of, row const& other) {
      auto const& phase_label = labels[of.key.phase];
      auto const& what = labels[of.key.what];
      return std::tuple{other.time_of_phase.in_microseconds(),
                        phase_label.category,
                        phase_label.name,
                        of.key.part,
                        other.sum->total.in_microseconds(),
                        other.sum->count,
                        what.category,
                        what.name};
    };
    return order_of(a, b) < order_of(b, a);
  });
  std::vector<phase_row> result;
  result.reserve(rows.size());
  for (row const& each : rows) result.push_back(row_of(each.key, *each.sum, labels));
  return result;
}

}  // namespace trace2::program
