// The lengths of the intervals of a distribution_timer, of one process or of many.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/log_buckets.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// The report of a data_json event on a distribution_timer. Lifetime: that of the event's value.
struct interval_report {
  bool is_of_process{};  ///< false: of one thread, whose intervals are in the report of its process
  std::int64_t shortest{};
  std::int64_t longest{};
  std::string_view values{};  ///< an array of pairs: a length in nanoseconds, a number of intervals

  /// Nothing if the value is something else.
  static std::optional<interval_report> of(std::string_view value) {
    interval_report found;
    if (value.starts_with(R"({"of":"timer","unit":"ns",)"))
      found.is_of_process = true;
    else if (!value.starts_with(R"({"of":"th_timer","unit":"ns",)"))
      return {};
    bool const is_object = json_scanner{value}.object([&](json_member const& member) {
      if (member.name == "shortest")
        found.shortest = number<std::int64_t>(member.value).value_or(0);
      if (member.name == "longest") found.longest = number<std::int64_t>(member.value).value_or(0);
      if (member.name == "values" && member.value.kind == json_kind::array)
        found.values = member.value.text;
    });
    return is_object && !found.values.empty() ? std::optional{found} : std::nullopt;
  }

  /// Calls `use(length, count)` for each pair. Anything else among them is passed over.
  template <class Use>
  void for_each(Use&& use) const {
    json_scanner{values}.array([&](json_value const& pair) {
      std::size_t items = 0;
      std::optional<std::int64_t> length;
      std::optional<std::uint64_t> count;
      if (pair.kind != json_kind::array) return;
      json_scanner{pair.text}.array([&](json_value const& item) {
        if (items == 0) length = number<std::int64_t>(item);
        if (items == 1) count = number<std::uint64_t>(item);
        ++items;
      });
      if (items == 2 && length && count) use(*length, *count);
    });
  }

 private:
  template <class Number>
  static std::optional<Number> number(json_value const& value) noexcept {
    char const* const end = value.text.data() + value.text.size();
    Number result{};
    auto const [stop, error] = std::from_chars(value.text.data(), end, result);
    return error == std::errc{} && stop == end ? std::optional{result} : std::nullopt;
  }
};

/// Lengths of intervals in nanoseconds, as distributions of processes say them. The shortest and
/// the longest are exact. Up to `exact_most` different lengths are kept as they were said; of more,
/// each is within 1/128. Since what is said is within 1/64, all quantiles are within 1/32.
class interval_distribution {
  using buckets = detail::log_buckets<6>;

 public:
  static constexpr std::size_t exact_most = 2048;

  /// A report without intervals adds nothing.
  void add(interval_report const& told) {
    if (told.longest < told.shortest) return;
    std::uint64_t const before = count_;
    told.for_each([this](std::int64_t length, std::uint64_t count) { add(length, count); });
    if (count_ == before) return;
    shortest_ = std::min(shortest_, std::max<std::int64_t>(told.shortest, 0));
    longest_ = std::max(longest_, told.longest);
  }

  /// Bytes of memory that the next `add` may take, and all later ones; mostly 0.
  std::size_t growth() const noexcept {
    return values_.capacity() != 0 ? 0 : 2 * buckets::count * sizeof(values_[0]);
  }

  /// Number of intervals; 0 when no process has kept a distribution.
  std::uint64_t count() const noexcept { return count_; }
  std::int64_t shortest() const noexcept { return count_ == 0 ? 0 : shortest_; }
  std::int64_t longest() const noexcept { return count_ == 0 ? 0 : longest_; }

  /// The least length of an interval that at least this share of all intervals doesn't exceed: 0.5
  /// gives the median, 0.999 the longest of fewer than 1000. 0 without intervals.
  std::int64_t quantile(double share) const noexcept {
    std::uint64_t left = detail::position_of(share, count_);
    for (auto const& [length, count] : values_) {
      if (left < count) return std::clamp(length, shortest_, longest_);
      left -= count;
    }
    return longest();
  }

  interval_quantiles quantiles() const noexcept {
    return {.count = count_,
            .shortest = shortest(),
            .median = quantile(0.5),
            .p90 = quantile(0.9),
            .p99 = quantile(0.99),
            .p999 = quantile(0.999),
            .longest = longest()};
  }

  /// Calls `use(length, count)` for each length, in ascending order.
  template <class Use>
  void for_each(Use&& use) const {
    for (auto const& [length, count] : values_) use(length, count);
  }

 private:
  using value = std::pair<std::int64_t, std::uint64_t>;

  void add(std::int64_t length, std::uint64_t count) {
    // Not more intervals than numbers can count, whatever a trace says.
    count = std::min(count, std::numeric_limits<std::uint64_t>::max() - count_);
    if (count == 0) return;
    count_ += count;
    put(std::max<std::int64_t>(length, 0), count);
    if (!is_rough_ && values_.size() > exact_most) roughen();
  }

  void put(std::int64_t length, std::uint64_t count) {
    if (is_rough_) length = buckets::middle_of(buckets::bucket_of(length));
    auto const at = std::lower_bound(values_.begin(), values_.end(), length,
                                     [](value const& a, std::int64_t b) { return a.first < b; });
    if (at != values_.end() && at->first == length)
      at->second += count;
    else
      values_.emplace(at, length, count);
  }

  void roughen() {
    is_rough_ = true;
    for (auto const& [length, count] : std::exchange(values_, {})) put(length, count);
  }

  std::uint64_t count_ = 0;
  std::int64_t shortest_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t longest_ = 0;
  bool is_rough_ = false;
  std::vector<value> values_;  ///< by length
};

}}}  // namespace trace2::v0::read
