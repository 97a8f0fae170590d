// The timers and counters of a process as metrics of OpenTelemetry.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/otlp_metrics.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/interval_distribution.hpp>
#include <trace2/read/memory_budget.hpp>
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

namespace trace2 { inline namespace v0 { namespace exporter {

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
                   read::memory_share& memory) {
    measure* const found = find(category, name, memory);
    if (found != nullptr) found->sum = sum;
    return found != nullptr;
  }
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
    auto const report = read::interval_report::of(event.value.text);
    if (!report || !report->is_of_process) return true;
    measure* const found = find(event.category, event.key, memory);
    if (found == nullptr || !memory.take(most_buckets * (sizeof(double) + sizeof(std::uint64_t))))
      return false;
    // To the nanosecond, while events tell microseconds.
    found->shortest = seconds_of(report->shortest);
    found->longest = seconds_of(report->longest);
    found->bounds = bounds_of(*report);
    found->counts.assign(found->bounds.size() + 1, 0);
    report->for_each([&](std::int64_t length, std::uint64_t count) {
      auto const above =
          std::lower_bound(found->bounds.begin(), found->bounds.end(), seconds_of(length));
      found->counts[static_cast<std::size_t>(above - found->bounds.begin())] += count;
    });
    return true;
  }

  bool empty() const noexcept { return measures_.empty(); }

  /// The metrics of a process that lasted from `begin` to `end`, in nanoseconds since the epoch.
  std::vector<otlp_metric> metrics(std::int64_t begin, std::int64_t end) const {
    constexpr std::uint64_t most = INT64_MAX;  // of the number on the wire
    std::vector<otlp_metric> result;
    for (auto const& [names, measured] : measures_) {
      otlp_attributes attributes;
      attributes.add("trace2.category", names.first).add("trace2.name", names.second);
      std::string name = metric_name(names.first, names.second);
      if (measured.sum)
        result.push_back({.name = name,
                          .unit = "1",
                          .sum = otlp_sum{{{attributes, otlp_time(begin), otlp_time(end),
                                            std::to_string(std::min(*measured.sum, most))}}}});
      if (measured.interval_count)
        result.push_back(
            {.name = std::move(name),
             .unit = "s",
             .histogram = otlp_histogram{{point_of(measured, std::move(attributes), begin, end)}}});
    }
    return result;
  }

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

  static double seconds_of(std::int64_t nanoseconds) noexcept {
    return static_cast<double>(nanoseconds) / 1e9;
  }
  static double seconds(duration length) noexcept {
    return static_cast<double>(length.in_microseconds()) / 1e6;
  }

  measure* find(std::string_view category, std::string_view name, read::memory_share& memory) {
    std::pair<std::string, std::string> names{read::cut_text(category, longest_name),
                                              read::cut_text(name, longest_name)};
    if (auto const known = measures_.find(names); known != measures_.end()) return &known->second;
    bool const is_room = measures_.size() < most_metrics &&
                         memory.take(per_measure + names.first.size() + names.second.size());
    return is_room ? &measures_[std::move(names)] : nullptr;
  }

  /// 1, 2, 5, 10 … from the one above the shortest interval to the one below the longest.
  static std::vector<double> bounds_of(read::interval_report const& report) {
    constexpr std::int64_t most = INT64_MAX / 10;
    std::vector<double> bounds;
    for (std::int64_t decade = 1; decade < most && decade < report.longest; decade *= 10)
      for (std::int64_t const digit : {1, 2, 5})
        if (digit * decade >= report.shortest && digit * decade < report.longest)
          bounds.push_back(seconds_of(digit * decade));
    return bounds;
  }

  /// OpenTelemetry's names begin with a letter, and have 255 characters at most.
  static std::string metric_name(std::string_view category, std::string_view name) {
    constexpr std::size_t most = 255;
    constexpr std::string_view others = "_.-/";
    auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::string result{category};
    result.append(category.empty() ? "" : "/").append(name);
    for (char& c : result)
      if (!is_letter(c) && !(c >= '0' && c <= '9') && others.find(c) == others.npos) c = '_';
    if (result.empty() || !is_letter(result.front())) result.insert(0, "trace2/");
    result.resize(std::min(result.size(), most));
    return result;
  }

  static otlp_histogram_point point_of(measure const& measured, otlp_attributes attributes,
                                       std::int64_t begin, std::int64_t end) {
    std::vector<std::uint64_t> counts = measured.counts;
    if (counts.empty()) counts.push_back(*measured.interval_count);
    // Readers demand that it is the sum of the buckets.
    std::uint64_t all = 0;
    otlp_histogram_point point{.attributes = std::move(attributes),
                               .startTimeUnixNano = otlp_time(begin),
                               .timeUnixNano = otlp_time(end),
                               .sum = measured.total,
                               .explicitBounds = measured.bounds,
                               .min = measured.shortest,
                               .max = measured.longest};
    for (std::uint64_t const count : counts) {
      all += count;
      point.bucketCounts.push_back(std::to_string(count));
    }
    point.count = std::to_string(all);
    return point;
  }

  std::map<std::pair<std::string, std::string>, measure> measures_;
};

}}}  // namespace trace2::v0::exporter
