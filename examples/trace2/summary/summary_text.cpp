// Defines what summary_text.hpp, summary_csv.hpp, histogram.hpp declare.
#include "summary/summary_text.hpp"

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "output/messages.hpp"
#include "summary/histogram.hpp"
#include "summary/summary_csv.hpp"
#include "summary/summary_processes.hpp"

namespace trace2::program {

// ---- summary_text.hpp ----

namespace {

/// Cells under the names of their members.
using columns = std::vector<std::pair<std::string_view, table::cell>>;

bool has_name(std::span<char const* const> names, std::string_view name) {
  return std::any_of(names.begin(), names.end(),
                     [&](char const* each) { return each != nullptr && name == each; });
}

/// The heading of a member, where text calls it otherwise than JSON does.
std::string heading_of(std::string_view member) {
  if (member == "code") return "exit";
  if (member == "p999") return "p99.9";
  return std::string{member == "longest" ? "max" : member};
}

/// A `count` is always shown, other numbers unless they are 0.
table::cell cell_of(auto const&, std::string_view column, std::integral auto value) {
  return value == 0 && column != "count" ? std::string{} : std::to_string(value);
}
/// Quantiles only of values that are enough for them.
template <class Row>
table::cell cell_of(Row const& row, std::string_view column, read::fine_duration value) {
  if constexpr (requires { row.count; }) {
    // One value is its own total.
    bool const is_total =
        column == "min" || column == "mean" || column == "median" || column == "max";
    std::uint64_t const least = column == "p95" ? distribution::least_for_p95 : is_total ? 2 : 0;
    if (row.count < least) return "";
  }
  return table::cell::time(value);
}
table::cell cell_of(process_row const&, std::string_view, double share) {
  return read::shown_share(share);
}
table::cell cell_of(process_row const& row, std::string_view, std::optional<std::int64_t> code) {
  return read::shown_exit(code, row.state);
}
table::cell cell_of(data_row const&, std::string_view, std::optional<std::int64_t> value) {
  return value ? std::to_string(*value) : std::string{};
}
table::cell cell_of(phase_row const& row, std::string_view column,
                    std::optional<read::fine_duration> value) {
  return value ? cell_of(row, column, *value) : "";
}

void add_quantiles(columns& to, std::optional<interval_quantiles> const& from) {
  for_each_member<interval_quantiles>([&](auto quantile) {
    std::string_view const name = quantile.name;
    if (name == "count" || name == "shortest") return;
    to.emplace_back(
        name,
        from ? table::cell::time(read::fine_duration{
                   read::nanoseconds{static_cast<std::int64_t>((*from).*quantile.pointer)}, true})
             : table::cell{""});
  });
}

/// The columns of a row but the last one. The rows of quantiles tell the number of intervals
/// themselves.
template <class Row>
columns columns_of(Row const& row) {
  columns found;
  for_each_member<Row>([&](auto member) {
    auto const& value = row.*member.pointer;
    if (has_name(Row::form.without, member.name)) return;
    if constexpr (std::is_same_v<decltype(value), std::optional<interval_quantiles> const&>)
      add_quantiles(found, value);
    else if constexpr (requires { cell_of(row, member.name, value); })
      found.emplace_back(member.name, cell_of(row, member.name, value));
  });
  return found;
}

/// The last column: the names of a row.
template <class Row>
std::string name_of(Row const& row) {
  if constexpr (requires { row.name; } && !requires { row.category; })
    return read::shown_text(row.name);
  else if constexpr (requires { row.name; })
    return read::shown_name(row.category, row.name);
  else
    return read::shown_name(row.category, row.label);
}
std::string name_of(process_row const& row) {
  return read::shown_text(row.command.empty() ? row.name : row.command);
}
std::string name_of(child_row const& row) {
  return read::shown_text(row.child_class) + ": " + read::shown_text(row.program);
}
std::string name_of(phase_row const& row) {
  return row.kind == "phase" ? read::shown_name(row.category, row.name)
                             : "  " + read::shown_name(row.share_category, row.share_name);
}
std::string name_of(error_row const& row) {
  return read::shown_text(row.process) + ": " + read::shown_text(row.message);
}
std::string name_of(loss_row const& row) { return read::shown_text(row.what); }

/// The most frequent texts of a key with their numbers, or its latest value.
std::string values_of(data_row const& row) {
  bool const repeats = row.values && !row.values->empty() && row.values->front().count > 1;
  if (!repeats) return read::shown_text(row.latest);
  if (row.values->front().count == row.count) return read::shown_text(row.values->front().value);
  constexpr std::size_t most = 3;
  std::string text;
  std::uint64_t rest = row.count;
  for (std::size_t i = 0; i < std::min(most, row.values->size()); ++i) {
    value_row const& value = (*row.values)[i];
    text += read::shown_text(value.value) + " (" + std::to_string(value.count) + "), ";
    rest -= value.count;
  }
  if (rest == 0) return text.substr(0, text.size() - 2);
  text += counted(rest, "other");
  return row.others ? text + " (" + std::to_string(*row.others) + " not told apart)" : text;
}
std::string name_of(data_row const& row) {
  return read::shown_name(row.category, row.key) + " = " + values_of(row);
}

template <class Row>
table table_of() {
  std::vector<std::string> headings;
  for (auto const& [member, cell] : columns_of(Row{})) headings.push_back(heading_of(member));
  headings.emplace_back(Row::form.names);
  std::vector<std::string> less_important;
  for (char const* const column : Row::form.less_important)
    if (column != nullptr) less_important.emplace_back(column);
  return {Row::form.title, std::move(headings), std::move(less_important)};
}

table::cells cells_of(auto const& row, int level = 0) {
  table::cells cells;
  for (auto& [member, cell] : columns_of(row)) cells.push_back(std::move(cell));
  cells.push_back(std::string(2 * static_cast<std::size_t>(level), ' ') + name_of(row));
  return cells;
}

}  // namespace

summary_text::summary_text(sink& to, std::size_t most_rows, text_style style, std::size_t width)
    : to_{to}, most_{most_rows}, style_{style}, width_{width} {}

void summary_text::write(summary const& all) const {
  write_head(all);
  if (wants_all() || is_one_command(all.processes)) {
    read::nanoseconds const whole = time_of(all.processes);
    // A table of commands is more useful than the tree when commands repeat.
    if (all.process_count > all.commands.size()) write_rows(all.commands, whole);
    write_processes(all.processes, left_out_of(all));
    write_rows(all.regions, whole);
    if (all.tasks) write_rows(*all.tasks, whole);
    write_rows(all.children, whole);
    write_sums(all);
    write_rows(all.phases);
    write_rows(all.data);
    write_rows(all.other_events);
  } else {
    write_two_tables(all);
  }
  write_rows(all.errors);
  write_rows(all.losses);
}

void summary_text::write_two_tables(summary const& all) const {
  read::nanoseconds const whole = time_of(all.processes);
  bool const repeats = all.process_count > all.commands.size();
  std::vector<task_row> const none;
  std::vector<task_row> const& tasks = all.tasks ? *all.tasks : none;
  std::size_t shown = 0;
  std::string others;
  auto const offer = [&](char const* name, std::size_t size, auto const& write_it) {
    if (size == 0) return;
    if (shown < 2) {
      ++shown;
      write_it();
    } else {
      others +=
          (others.empty() ? "" : ", ") + std::string{name} + " (" + std::to_string(size) + ")";
    }
  };
  auto const offer_rows = [&]<class Row>(std::vector<Row> const& rows) {
    offer(Row::form.title, rows.size(), [&] { write_rows(rows, whole); });
  };
  auto const processes = [&] { write_processes(all.processes, left_out_of(all)); };
  if (repeats)
    offer_rows(all.commands);
  else
    offer(process_row::form.title, all.processes.size(), processes);
  offer_rows(all.regions);
  offer_rows(tasks);
  offer_rows(all.children);
  if (repeats) offer(process_row::form.title, all.processes.size(), processes);
  shown = 2;
  offer_rows(all.timers);
  offer_rows(all.counters);
  offer_rows(all.phases);
  offer_rows(all.data);
  offer_rows(all.other_events);
  if (!others.empty())
    to_.write("\n" + style_.dim(read::shortened("--rows=0 shows more: " + others, width_)) + "\n");
}

bool summary_text::is_one_command(std::vector<process_row> const& rows) noexcept {
  return std::count_if(rows.begin(), rows.end(), [](auto const& row) { return row.level == 0; }) <
         2;
}

read::nanoseconds summary_text::time_of(std::vector<process_row> const& rows) noexcept {
  read::nanoseconds time{};
  for (process_row const& row : rows) {
    if (row.level == 0) time += row.wall.in_nanoseconds();
    if (row.level == 0 && row.between) time += row.between->in_nanoseconds();
  }
  return time;
}

bool summary_text::is_odd(process_row const& row) noexcept {
  bool const ended = row.state.empty() || row.state == "ended" || row.state == "transformed";
  return row.code.value_or(0) != 0 || row.errors != 0 || !ended;
}

void summary_text::write_sums(summary const& all) const {
  write_rows(all.timers);
  write_distributions(all.timers);
  write_rows(all.counters);
}

void summary_text::write_head(summary const& all) const {
  std::string const counts = counted(all.process_count, "command") + ", " +
                             counted(all.thread_count, "thread") + ", " +
                             counted(all.events, "event") + ", " + time(all.wall);
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

std::uint64_t summary_text::left_out_of(summary const& all) {
  std::uint64_t count = 0;
  for (left_out_row const& row : all.left_out)
    if (row.what == "processes") count += row.count;
  return count;
}

std::string summary_text::time(read::fine_duration value) {
  return read::shown_duration(value.in_nanoseconds());
}

template <class Row>
void summary_text::write_rows(std::vector<Row> const& rows, read::nanoseconds whole) const {
  auto const cells = [](Row const& row) { return cells_of(row); };
  if constexpr (requires(Row row) { row.unfinished; })
    show_large(table_of<Row>(), rows, whole, cells);
  else
    show(table_of<Row>(), rows, cells);
}

void summary_text::write_processes(std::vector<process_row> const& rows,
                                   std::uint64_t left_out) const {
  table const layout = table_of<process_row>().with_commands();
  read::nanoseconds const least = least_of(time_of(rows));
  auto const hide_small = [&](std::vector<process_row const*>& all) {
    if (wants_all()) return;
    std::erase_if(all, [&](process_row const* row) {
      return row != all.front() && row->wall.in_nanoseconds() < least && !is_odd(*row);
    });
  };
  // The slowest of many commands must be among the first rows.
  if (!is_one_command(rows)) {
    std::vector<process_row const*> slowest = slowest_processes(rows, most_);
    hide_small(slowest);
    return show(
        layout, slowest, [&](process_row const* row) { return cells_of(*row); },
        left_out + rows.size() - slowest.size());
  }
  // Of a tree that has no room the slowest rows stay, in its order.
  std::vector<process_row> const tree = processes_with_times_between(rows);
  std::vector<process_row const*> slowest = slowest_processes(tree, most_);
  hide_small(slowest);
  std::sort(slowest.begin(), slowest.end());
  show(
      layout, slowest, [&](process_row const* row) { return cells_of(*row, row->level); },
      left_out + tree.size() - slowest.size());
}

void summary_text::write_distributions(std::vector<timer_row> const& timers) const {
  std::vector<distribution_row> rows;
  for (timer_row const& row : timers)
    if (row.nanoseconds)
      rows.push_back({row.nanoseconds->count, row.nanoseconds, row.category, row.name});
  write_rows(rows);
}

// ---- summary_csv.hpp ----

std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for_each_table([&](auto member) { names.emplace_back(member.name); });
  return names;
}

void write_csv(sink& to, summary const& all, std::string_view table) {
  for_each_table([&](auto member) {
    if (member.name != table) return;
    auto const& rows = all.*member.pointer;
    if constexpr (requires { rows.value(); })
      write_csv(to, rows ? *rows : typename std::remove_cvref_t<decltype(rows)>::value_type{});
    else
      write_csv(to, rows);
  });
}

// ---- histogram.hpp ----

void region_histogram::region_left(read::traced_process& process, read::traced_thread&,
                                   read::closed_region const& closed) {
  add(process, closed);
}

void region_histogram::task_region_left(read::traced_process& process, read::open_task&,
                                        read::closed_region const& closed) {
  add(process, closed);
}

std::vector<histogram_row> region_histogram::rows() const {
  std::vector<histogram_row> result;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size() && seen < durations_.count(); ++i) {
    std::size_t const first = i;
    if (i == 0 && !is_fine_) i = microsecond - 1;
    if (seen == 0 && counts_[first] == 0) continue;
    seen += counts_[first];
    result.push_back({read::fine_duration{edges[first], is_fine_},
                      read::fine_duration{i + 1 < edges.size() ? edges[i + 1] : edges[i], is_fine_},
                      counts_[first]});
  }
  return result;
}

told_histogram region_histogram::told() const {
  auto const time = [this](read::nanoseconds length) {
    return read::fine_duration{length, is_fine_};
  };
  told_histogram result{.regions = name_,
                        .count = durations_.count(),
                        .total = time(durations_.sum()),
                        .median = time(durations_.quantile(0.5)),
                        .max = time(durations_.max()),
                        .steps = rows()};
  if (result.count >= distribution::least_for_p95) result.p95 = time(durations_.quantile(0.95));
  return result;
}

void region_histogram::add(read::traced_process const& process, read::closed_region const& closed) {
  if (!is_meant(closed.region.label)) return;
  durations_.add(closed.total);
  is_fine_ = is_fine_ || process.is_fine;
  auto const above = std::upper_bound(edges.begin(), edges.end(), closed.total);
  ++counts_[above == edges.begin() ? 0 : static_cast<std::size_t>(above - edges.begin()) - 1];
}

bool region_histogram::is_meant(read::label_id id) {
  enum : unsigned char { unknown, yes, no };
  if (id >= known_.size()) known_.resize(id + std::size_t{1}, unknown);
  if (known_[id] == unknown) {
    auto const& [category, label] = labels_[id];
    bool const is_named = label == name_ || event_filter{name_}.wants(category, label);
    known_[id] = is_named ? yes : no;
  }
  return known_[id] == yes;
}

std::string shown_edge(read::fine_duration edge) {
  std::int64_t const value = edge.in_nanoseconds().count();
  if (value >= 1'000'000'000) return std::to_string(value / 1'000'000'000) + " s";
  if (value >= 1'000'000) return std::to_string(value / 1'000'000) + " ms";
  if (value >= 1'000 || !edge.is_fine()) return std::to_string(value / 1'000) + " us";
  return std::to_string(value) + " ns";
}

void write_histogram(sink& to, region_histogram const& of, text_style style, std::size_t width) {
  distribution const& all = of.durations();
  auto const time = [](read::nanoseconds length) { return read::shown_duration(length); };
  std::string const name = read::shown_text(of.name());
  std::string const sums = "  " + counted(all.count(), "region") + ", total " + time(all.sum());
  std::string const p95 = all.count() < distribution::least_for_p95
                              ? std::string{}
                              : ", p95 " + time(all.quantile(0.95));
  std::string const lengths =
      "median " + time(all.quantile(0.5)) + p95 + ", max " + time(all.max()) + "\n";
  bool const has_room = read::width_of(name) + sums.size() + 1 + lengths.size() <= width;
  to.write(style.bold(name) + sums + (has_room ? ", " : "\n") + lengths);
  std::vector<histogram_row> const rows = of.rows();
  std::uint64_t most = 1;
  for (histogram_row const& row : rows) most = std::max(most, row.count);
  constexpr std::size_t taken = 46;
  constexpr std::size_t longest = 50;
  std::size_t const room = width > taken ? std::min(width - taken, longest) : 1;
  auto const cells_of = [&](histogram_row const& row) {
    double const part = static_cast<double>(row.count) / static_cast<double>(most);
    auto const size = static_cast<std::size_t>(part * static_cast<double>(room) + 0.5);
    return table::cells{
        shown_edge(row.from), shown_edge(row.to), std::to_string(row.count),
        read::shown_share(static_cast<double>(row.count) / static_cast<double>(all.count())),
        std::string(row.count == 0 ? 0 : std::max<std::size_t>(size, 1), '#')};
  };
  table{"", {"from", "below", "count", "share", ""}}.write(to, rows, cells_of, rows.size(), style);
}

}  // namespace trace2::program
