// Quantiles of many durations in a fixed amount of memory.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/saturating.hpp>
#include <trace2/value/log_buckets.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace trace2::program {

/// A distribution of durations in nanoseconds. Sum, minimum and maximum are exact. Where all values
/// are whole microseconds, as those of text traces, quantiles are rounded to these. Quantiles
/// of up to `exact_most` values are exact too (interpolated between two values); quantiles of more
/// values are within 1/32 of the value. Memory: at most 8 KiB.
class distribution {
 public:
  static constexpr std::size_t exact_most = 512;

  void add(std::int64_t value);

  /// Adds a value that quantiles don't consider. Takes no memory.
  void add_roughly(std::int64_t value) noexcept;

  /// Bytes of memory that the next `add` takes; mostly 0.
  std::size_t growth() const noexcept;

  std::uint64_t count() const noexcept { return count_; }
  std::int64_t sum() const noexcept { return sum_; }
  std::int64_t min() const noexcept { return count_ == 0 ? 0 : min_; }
  std::int64_t max() const noexcept { return max_; }

  /// The value below which a share of all values lies: 0.5 gives the median. 0 without values.
  std::int64_t quantile(double share) const;

  /// The least number of values of which people see a 95th percentile: that of fewer lies between
  /// the two largest.
  static constexpr std::uint64_t least_for_p95 = 20;

 private:
  using buckets = log_buckets<4>;

  void spread();

  std::int64_t exact(double position) const;

  std::int64_t approximate(double position) const;

  std::uint64_t count_ = 0;
  std::uint64_t known_ = 0;  ///< values in `values_` and `buckets_`
  std::int64_t sum_ = 0;
  std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_ = 0;
  bool is_fine_ = false;                ///< some values are no whole microseconds
  std::vector<std::int64_t> values_;    ///< all values, up to `exact_most`
  std::vector<std::uint64_t> buckets_;  ///< counts by size, for more values
};

}  // namespace trace2::program
