// The lengths of the intervals of a distribution_timer, of one process or of many.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/json_scanner.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/interval_quantiles.hpp>
#include <trace2/value/log_buckets.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace trace2::program {

/// The report of a data_json event on a distribution_timer. Lifetime: that of the event's value.
struct interval_report {
  bool is_of_process{};  ///< false: of one thread, whose intervals are in the report of its process
  read::nanoseconds shortest{};
  read::nanoseconds longest{};
  std::string_view values{};  ///< an array of pairs: a length in nanoseconds, a number of intervals

  /// Nothing if the value is something else.
  static std::optional<interval_report> of(std::string_view value);

  /// Calls `use(length, count)` for each pair. Anything else among them is passed over.
  template <class Use>
  void for_each(Use&& use) const {
    read::json_scanner{values}.array([&](read::json_value const& pair) {
      std::size_t items = 0;
      std::optional<read::nanoseconds> of;
      std::optional<std::uint64_t> count;
      if (pair.kind != read::json_kind::array) return;
      read::json_scanner{pair.text}.array([&](read::json_value const& item) {
        if (items == 0) of = length(item);
        if (items == 1) count = number<std::uint64_t>(item);
        ++items;
      });
      if (items == 2 && of && count) use(*of, *count);
    });
  }

 private:
  static std::optional<read::nanoseconds> length(read::json_value const& value) noexcept {
    auto const count = number<std::int64_t>(value);
    return count ? std::optional{read::nanoseconds{*count}} : std::nullopt;
  }
  template <class Number>
  static std::optional<Number> number(read::json_value const& value) noexcept {
    char const* const end = value.text.data() + value.text.size();
    Number result{};
    auto const [stop, error] = std::from_chars(value.text.data(), end, result);
    return error == std::errc{} && stop == end ? std::optional{result} : std::nullopt;
  }
};

/// Lengths of intervals, as distributions of processes say them. The shortest and
/// the longest are exact. Up to `exact_most` different lengths are kept as they were said; of more,
/// each is within 1/128. Since what is said is within 1/64, all quantiles are within 1/32.
class interval_distribution {
  using buckets = log_buckets<6>;

 public:
  static constexpr std::size_t exact_most = 2048;

  /// A report without intervals adds nothing.
  void add(interval_report const& told);

  /// Bytes of memory that the next `add` may take, and all later ones; mostly 0.
  std::size_t growth() const noexcept;

  /// Number of intervals; 0 when no process has kept a distribution.
  std::uint64_t count() const noexcept { return count_; }
  read::nanoseconds shortest() const noexcept { return count_ == 0 ? read::no_time : shortest_; }
  read::nanoseconds longest() const noexcept { return count_ == 0 ? read::no_time : longest_; }

  /// The least length of an interval that at least this share of all intervals doesn't exceed: 0.5
  /// gives the median, 0.999 the longest of fewer than 1000. 0 without intervals.
  read::nanoseconds quantile(double share) const noexcept;

  interval_quantiles quantiles() const noexcept;

  /// Calls `use(length, count)` for each length, in ascending order.
  template <class Use>
  void for_each(Use&& use) const {
    for (auto const& [length, count] : values_) use(length, count);
  }

 private:
  using value = std::pair<read::nanoseconds, std::uint64_t>;

  void add(read::nanoseconds length, std::uint64_t count);

  void put(read::nanoseconds length, std::uint64_t count);

  void roughen();

  std::uint64_t count_ = 0;
  read::nanoseconds shortest_ = read::nanoseconds::max();
  read::nanoseconds longest_;
  bool is_rough_ = false;
  std::vector<value> values_;  ///< by length
};

}  // namespace trace2::program
