// Counts the durations of regions by their size, and draws them as a histogram.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/reflect.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/table.hpp"
#include "statistics/distribution.hpp"

namespace trace2::program {

/// The regions that took `from` or longer, and less than `to`. If both are the same, it is the last
/// step of all, which has no end.
struct histogram_row {
  read::fine_duration from{};
  read::fine_duration to{};
  std::uint64_t count{};
};
BOOST_DESCRIBE_STRUCT(histogram_row, (), (from, to, count))

/// All of a histogram in JSON.
struct told_histogram {
  std::string regions{};  ///< the name or the pattern
  std::uint64_t count{};
  read::fine_duration total{};
  read::fine_duration median{};
  std::optional<read::fine_duration> p95{};  ///< of enough regions
  read::fine_duration max{};
  std::vector<histogram_row> steps{};
};
BOOST_DESCRIBE_STRUCT(told_histogram, (), (regions, count, total, median, p95, max, steps))

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
                   read::closed_region const& closed) override;
  void task_region_left(read::traced_process& process, read::open_task&,
                        read::closed_region const& closed) override;

  std::string const& name() const noexcept { return name_; }
  distribution const& durations() const noexcept { return durations_; }

  /// The steps from the shortest region to the longest one, including empty steps.
  std::vector<histogram_row> rows() const;

  told_histogram told() const;

 private:
  static constexpr std::size_t powers = 18;
  static constexpr std::size_t microsecond = 1 + 3 * 3;  ///< index of an edge

  /// 0, 1, 2, 5, 10 … nanoseconds.
  static constexpr auto edges = [] {
    std::array<read::nanoseconds, 3 * powers + 1> made{};
    std::size_t count = 1;
    read::nanoseconds power{1};
    for (std::size_t i = 0; i < powers; ++i, power = 10 * power)
      for (std::int64_t const digit : {1, 2, 5}) made[count++] = digit * power;
    return made;
  }();

  void add(read::traced_process const& process, read::closed_region const& closed);

  bool is_meant(read::label_id id);

  read::label_table const& labels_;
  std::string name_;
  std::vector<unsigned char> known_;
  distribution durations_;
  bool is_fine_ = false;  ///< some are known to the nanosecond
  std::array<std::uint64_t, edges.size()> counts_{};
};

/// A whole number of a unit: "5 ns", "200 us", "5 ms", "10 s".
std::string shown_edge(read::fine_duration edge);

/// Draws a histogram with one line per step. The longest bar ends at `width`, or after 50
/// characters.
void write_histogram(sink& to, region_histogram const& of, text_style style,
                     std::size_t width = std::numeric_limits<std::size_t>::max());

}  // namespace trace2::program
