// The timers and counters of a process as metrics of OpenTelemetry.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/otlp_metrics.hpp"
#include "convert/otlp_schema.hpp"
#include "statistics/interval_distribution.hpp"

namespace trace2::program {

/// Collects what a process says of its timers and counters. A counter becomes a sum, a timer a
/// histogram of seconds: with buckets where the trace tells the lengths of its intervals (rounded
/// to 1/64), else with a single one. The name of a metric is CATEGORY/NAME; bytes that
/// OpenTelemetry allows in no name become `_`, and the attributes have both texts as they are.
/// Memory: from a share that the caller keeps.
class otlp_measures {
 public:
  static constexpr std::size_t most_metrics = 1'000;

  /// All return false when the value is left out.
  bool add_counter(std::string_view category, std::string_view name, std::uint64_t sum,
                   read::memory_share& memory);
  template <class Timer>
  bool add_timer(Timer const& event, read::memory_share& memory) {
    measure* const found = find(event.category, event.name, memory);
    if (found == nullptr) return false;
    found->interval_count = event.intervals;
    found->total = seconds(event.t_total);
    if (!found->counts.empty()) return true;
    found->shortest = seconds(event.t_min);
    found->longest = seconds(event.t_max);
    return true;
  }
  /// Takes the report of a timer with a distribution, and passes over all other data.
  template <class Data>
  bool add_lengths(Data const& event, read::memory_share& memory) {
    auto const report = interval_report::of(event.value.text);
    if (!report || !report->is_of_process) return true;
    measure* const found = find(event.category, event.key, memory);
    if (found == nullptr || !memory.take(most_buckets * (sizeof(double) + sizeof(std::uint64_t))))
      return false;
    // To the nanosecond, while events tell microseconds.
    found->shortest = read::seconds_of(report->shortest);
    found->longest = read::seconds_of(report->longest);
    found->bounds = bounds_of(*report);
    found->counts.assign(found->bounds.size() + 1, 0);
    report->for_each([&](read::nanoseconds length, std::uint64_t count) {
      auto const above =
          std::lower_bound(found->bounds.begin(), found->bounds.end(), read::seconds_of(length));
      found->counts[static_cast<std::size_t>(above - found->bounds.begin())] += count;
    });
    return true;
  }

  bool empty() const noexcept { return measures_.empty(); }

  /// The metrics of a process that lasted from `begin` to `end`.
  std::vector<otlp_metric> metrics(read::moment begin, read::moment end) const;

 private:
  struct measure {
    std::optional<std::uint64_t> sum{};  ///< of a counter
    std::optional<std::uint64_t> interval_count{};
    double total{};  ///< seconds, as all lengths
    double shortest{};
    double longest{};
    std::vector<double> bounds{};
    std::vector<std::uint64_t> counts{};
  };

  static constexpr std::size_t longest_name = 500;
  static constexpr std::size_t most_buckets = 64;
  /// The memory that the containers take for a measure, besides its texts.
  static constexpr std::size_t per_measure = sizeof(measure) + 256;

  static double seconds(duration length) noexcept;

  measure* find(std::string_view category, std::string_view name, read::memory_share& memory);

  /// 1, 2, 5, 10 … from the one above the shortest interval to the one below the longest.
  static std::vector<double> bounds_of(interval_report const& report);

  /// OpenTelemetry's names begin with a letter, and have 255 characters at most.
  static std::string metric_name(std::string_view category, std::string_view name);

  static otlp_histogram_point point_of(measure const& measured, otlp_attributes attributes,
                                       read::moment begin, read::moment end);

  std::map<std::pair<std::string, std::string>, measure> measures_;
};

}  // namespace trace2::program
