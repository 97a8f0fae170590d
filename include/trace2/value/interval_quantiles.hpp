// The quantiles of a distribution_timer: how long its intervals were.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/detail/describe.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// Lengths of intervals in nanoseconds. At least half of them are at most `median` long, at least
/// 99.9 % at most `p999`: the least such length of an interval, so that of few intervals it is the
/// longest. `shortest` and `longest` are exact, the others within 1/32 of the length of an interval
/// that was measured. All are 0 without intervals.
struct interval_quantiles {
  std::uint64_t count{};    ///< number of intervals
  std::int64_t shortest{};  ///< nanoseconds, as all below
  std::int64_t median{};    ///< half of the intervals are at most as long
  std::int64_t p90{};       ///< 90 % of them are at most as long
  std::int64_t p99{};       ///< 99 % of them are at most as long
  std::int64_t p999{};      ///< 99.9 % of them are at most as long
  std::int64_t longest{};   ///< the longest interval of all

  friend bool operator==(interval_quantiles const&, interval_quantiles const&) noexcept = default;
};
TRACE2_DETAIL_DESCRIBE(interval_quantiles, count, shortest, median, p90, p99, p999, longest)

}}  // namespace trace2::v0
