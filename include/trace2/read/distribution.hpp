// Quantiles of many durations in a fixed amount of memory.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/log_buckets.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// A distribution of durations in nanoseconds. Sum, minimum and maximum are exact. Where all values
/// are whole microseconds, as those of text traces, quantiles are rounded to these. Quantiles
/// of up to `exact_most` values are exact too (interpolated between two values); quantiles of more
/// values are within 1/32 of the value. Memory: at most 8 KiB.
class distribution {
 public:
  static constexpr std::size_t exact_most = 512;

  void add(std::int64_t value) {
    value = std::max<std::int64_t>(value, 0);
    add_roughly(value);
    if (++known_ <= exact_most) return values_.push_back(value);
    if (!values_.empty()) spread();
    ++buckets_[buckets::bucket_of(value)];
  }

  /// Adds a value that quantiles don't consider. Takes no memory.
  void add_roughly(std::int64_t value) noexcept {
    value = std::max<std::int64_t>(value, 0);
    if (!is_fine_) is_fine_ = value % 1'000 != 0;
    ++count_;
    sum_ = saturating_add(sum_, value);
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
  }

  /// Bytes of memory that the next `add` takes; mostly 0.
  std::size_t growth() const noexcept {
    if (values_.size() != values_.capacity() || !buckets_.empty()) return 0;
    if (known_ == exact_most) return buckets::count * sizeof(std::uint64_t);
    return std::max<std::size_t>(values_.capacity(), 1) * sizeof(std::int64_t);
  }

  std::uint64_t count() const noexcept { return count_; }
  std::int64_t sum() const noexcept { return sum_; }
  std::int64_t min() const noexcept { return count_ == 0 ? 0 : min_; }
  std::int64_t max() const noexcept { return max_; }

  /// The value below which a share of all values lies: 0.5 gives the median. 0 without values.
  std::int64_t quantile(double share) const {
    if (known_ == 0) return 0;
    double const position = share * static_cast<double>(known_ - 1);
    std::int64_t const found = values_.empty() ? approximate(position) : exact(position);
    return is_fine_ ? found : std::clamp((found + 500) / 1'000 * 1'000, min_, max_);
  }

 private:
  using buckets = detail::log_buckets<4>;

  void spread() {
    buckets_.resize(buckets::count);
    for (std::int64_t const value : values_) ++buckets_[buckets::bucket_of(value)];
    values_ = {};
  }

  std::int64_t exact(double position) const {
    std::vector<std::int64_t> sorted = values_;
    auto const index = static_cast<std::ptrdiff_t>(position);
    auto const at = sorted.begin() + index;
    std::nth_element(sorted.begin(), at, sorted.end());
    double const part = position - static_cast<double>(index);
    if (part == 0) return *at;
    std::int64_t const next = *std::min_element(at + 1, sorted.end());
    return *at + std::llround(part * static_cast<double>(next - *at));
  }

  std::int64_t approximate(double position) const {
    std::size_t const bucket = buckets::find(static_cast<std::uint64_t>(position),
                                             [this](std::size_t each) { return buckets_[each]; });
    return std::clamp(buckets::middle_of(bucket), min_, max_);
  }

  std::uint64_t count_ = 0;
  std::uint64_t known_ = 0;  ///< values in `values_` and `buckets_`
  std::int64_t sum_ = 0;
  std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_ = 0;
  bool is_fine_ = false;                ///< some values are no whole microseconds
  std::vector<std::int64_t> values_;    ///< all values, up to `exact_most`
  std::vector<std::uint64_t> buckets_;  ///< counts by size, for more values
};

}}}  // namespace trace2::v0::read
