// Counts the durations of regions by their size, and draws them as a histogram.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>
#include <trace2/read/distribution.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The regions that took `from` or longer, and less than `to`. If both are the same, it is the last
/// step of all, which has no end.
struct histogram_row {
  read::fine_duration from{};
  read::fine_duration to{};
  std::uint64_t count{};
};
BOOST_DESCRIBE_STRUCT(histogram_row, (), (from, to, count))

/// Counts the durations of the regions with a name in steps of 1, 2, 5, 10 … nanoseconds, or of
/// microseconds if no trace knows them better. Use it with a tracker that has the same label
/// table. Memory: constant, but for a byte per label.
class region_histogram : public read::tracker_visitor {
 public:
  /// `name` is the label of a region, or a pattern of `event_filter`: a category, or category and
  /// label with a slash between them.
  region_histogram(read::label_table const& labels, std::string name)
      : labels_{labels}, name_{std::move(name)} {}
  region_histogram(region_histogram const&) = delete;
  region_histogram& operator=(region_histogram const&) = delete;

  void region_left(read::traced_process& process, read::traced_thread&,
                   read::closed_region const& closed) {
    add(process, closed);
  }
  void task_region_left(read::traced_process& process, read::open_task&,
                        read::closed_region const& closed) {
    add(process, closed);
  }

  std::string const& name() const noexcept { return name_; }
  read::distribution const& durations() const noexcept { return durations_; }

  /// The steps from the shortest region to the longest one, also those without any.
  std::vector<histogram_row> rows() const {
    std::vector<histogram_row> result;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size() && seen < durations_.count(); ++i) {
      std::size_t const first = i;
      if (i == 0 && !is_fine_) i = microsecond - 1;
      if (seen == 0 && counts_[first] == 0) continue;
      seen += counts_[first];
      result.push_back({read::fine_duration::nanoseconds(edges[first], is_fine_),
                        read::fine_duration::nanoseconds(
                            i + 1 < edges.size() ? edges[i + 1] : edges[i], is_fine_),
                        counts_[first]});
    }
    return result;
  }

 private:
  static constexpr std::size_t powers = 18;
  static constexpr std::size_t microsecond = 1 + 3 * 3;  ///< index of an edge

  /// 0, 1, 2, 5, 10 … nanoseconds.
  static constexpr auto edges = [] {
    std::array<std::int64_t, 3 * powers + 1> made{};
    std::size_t count = 1;
    std::int64_t power = 1;
    for (std::size_t i = 0; i < powers; ++i, power *= 10)
      for (std::int64_t const digit : {1, 2, 5}) made[count++] = digit * power;
    return made;
  }();

  void add(read::traced_process const& process, read::closed_region const& closed) {
    if (!is_meant(closed.region.label)) return;
    durations_.add(closed.total);
    is_fine_ = is_fine_ || process.is_fine;
    auto const above = std::upper_bound(edges.begin(), edges.end(), closed.total);
    ++counts_[above == edges.begin() ? 0 : static_cast<std::size_t>(above - edges.begin()) - 1];
  }

  bool is_meant(read::label_id id) {
    enum : unsigned char { unknown, yes, no };
    if (id >= known_.size()) known_.resize(id + std::size_t{1}, unknown);
    if (known_[id] == unknown) {
      auto const& [category, label] = labels_[id];
      bool const is_named = label == name_ || event_filter{name_}.wants(category, label);
      known_[id] = is_named ? yes : no;
    }
    return known_[id] == yes;
  }

  read::label_table const& labels_;
  std::string name_;
  std::vector<unsigned char> known_;
  read::distribution durations_;
  bool is_fine_ = false;  ///< some are known to the nanosecond
  std::array<std::uint64_t, edges.size()> counts_{};
};

/// A whole number of a unit: "5 ns", "200 us", "5 ms", "10 s".
inline std::string shown_edge(read::fine_duration edge) {
  std::int64_t const value = edge.in_nanoseconds();
  if (value >= 1'000'000'000) return std::to_string(value / 1'000'000'000) + " s";
  if (value >= 1'000'000) return std::to_string(value / 1'000'000) + " ms";
  if (value >= 1'000 || !edge.is_fine()) return std::to_string(value / 1'000) + " us";
  return std::to_string(value) + " ns";
}

/// Draws a histogram with one line per step. The longest bar ends at `width`, or after 50
/// characters.
inline void write_histogram(sink& to, region_histogram const& of, text_style style,
                            std::size_t width = std::numeric_limits<std::size_t>::max()) {
  read::distribution const& all = of.durations();
  auto const time = [](std::int64_t value) { return shown_duration(value); };
  std::string const name = shown_text(of.name());
  std::string const sums = "  " + std::to_string(all.count()) +
                           (all.count() == 1 ? " region" : " regions") + ", total " +
                           time(all.sum());
  std::string const lengths = "median " + time(all.quantile(0.5)) + ", p95 " +
                              time(all.quantile(0.95)) + ", max " + time(all.max()) + "\n";
  bool const has_room = width_of(name) + sums.size() + 1 + lengths.size() <= width;
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
        shown_share(static_cast<double>(row.count) / static_cast<double>(all.count())),
        std::string(row.count == 0 ? 0 : std::max<std::size_t>(size, 1), '#')};
  };
  table{"", {"from", "below", "count", "share", ""}}.write(to, rows, cells_of, rows.size(), style);
}

}}}  // namespace trace2::v0::exporter
