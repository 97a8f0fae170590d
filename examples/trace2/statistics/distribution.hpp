// Quantiles of many durations in a fixed amount of memory.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/value/log_buckets.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace trace2::program {

/// A distribution of lengths of time. Sum, minimum and maximum are exact. Where all values
/// are whole microseconds, as those of text traces, quantiles are rounded to these. Quantiles
/// of up to `exact_most` values are exact too (interpolated between two values); quantiles of more
/// values are within 1/32 of the value. Memory: at most 8 KiB.
class distribution {
 public:
  static constexpr std::size_t exact_most = 512;

  void add(read::nanoseconds length);

  /// Adds a value that quantiles don't consider. Takes no memory.
  void add_roughly(read::nanoseconds length) noexcept;

  /// Bytes of memory that the next `add` takes; mostly 0.
  std::size_t growth() const noexcept;

  std::uint64_t count() const noexcept { return count_; }
  read::nanoseconds sum() const noexcept { return sum_; }
  read::nanoseconds min() const noexcept { return count_ == 0 ? read::no_time : min_; }
  read::nanoseconds max() const noexcept { return max_; }

  /// The value below which a share of all values lies: 0.5 gives the median. 0 without values.
  read::nanoseconds quantile(double share) const;

  /// The least number of values of which people see a 95th percentile: that of fewer lies between
  /// the two largest.
  static constexpr std::uint64_t least_for_p95 = 20;

 private:
  using buckets = log_buckets<4>;

  void spread();

  read::nanoseconds exact(double position) const;

  read::nanoseconds approximate(double position) const;

  std::uint64_t count_ = 0;
  std::uint64_t known_ = 0;  ///< values in `values_` and `buckets_`
  read::nanoseconds sum_;
  read::nanoseconds min_ = read::nanoseconds::max();
  read::nanoseconds max_;
  bool is_fine_ = false;                ///< some values are no whole microseconds
  std::vector<read::nanoseconds> values_;  ///< all values, up to `exact_most`
  std::vector<std::uint64_t> buckets_;  ///< counts by size, for more values
};

}  // namespace trace2::program
