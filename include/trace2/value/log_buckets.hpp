// Buckets for the lengths of intervals: narrow for short ones, wide for long ones, so that a fixed
// number of them holds every length with the same relative error.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/number.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 {

/// Each power of two has 2^Precision buckets of equal width; values below 2^(Precision + 1) have
/// one each. The middle of a bucket is within 1/2^(Precision + 1) of all values in it.
/// Cost: some instructions, no memory.
template <int Precision>
struct log_buckets {
  /// Buckets of one power of two.
  static constexpr std::size_t per_power = std::size_t{1} << Precision;
  /// All buckets, numbered from 0 on.
  static constexpr std::size_t count = (64 - Precision) * per_power;

  /// The bucket of a value; a negative value counts as 0.
  static constexpr std::size_t bucket_of(std::int64_t value) noexcept {
    auto const bits = static_cast<std::uint64_t>(value < 0 ? 0 : value);
    int const width = detail::narrow_cast<int>(std::bit_width(bits | (2 * per_power - 1)));
    int const shift = width - Precision - 1;
    return static_cast<std::size_t>(shift) * per_power +
           detail::narrow_cast<std::size_t>(bits >> shift);
  }

  /// The value that stands for all in a bucket.
  static constexpr std::int64_t middle_of(std::size_t bucket) noexcept {
    if (bucket < 2 * per_power) return static_cast<std::int64_t>(bucket);
    std::size_t const shift = bucket / per_power - 1;
    auto const low = static_cast<std::int64_t>(bucket - shift * per_power) << shift;
    return low + (std::int64_t{1} << (shift - 1));
  }

  /// The bucket of a value by its position among all values in ascending order, from 0 on.
  /// `count_in(bucket)` is the number of values in a bucket. The last bucket when there are fewer
  /// values.
  template <class CountIn>
  static constexpr std::size_t find(std::uint64_t position, CountIn const& count_in) {
    std::size_t bucket = 0;
    for (std::uint64_t in = 0; bucket + 1 < count && (in = count_in(bucket)) <= position; ++bucket)
      position -= in;
    return bucket;
  }
};

/// The position of a quantile among `count` values in ascending order, from 0 on: that of the least
/// value that at least this share of all values doesn't exceed (the nearest rank). 0.5 is the
/// median; with fewer than 1000 values 0.999 is the largest one. 0 without values.
constexpr std::uint64_t position_of(double quantile, std::uint64_t count) noexcept {
  if (count == 0 || !(quantile > 0)) return 0;
  if (quantile >= 1) return count - 1;
  // A little less than the product, so that rounding lifts none above the whole number that it is,
  // and a whole number becomes the position before it.
  constexpr double rounding = 1e-15;
  // Below 2^64, since the quantile is below 1.
  auto const position =
      static_cast<std::uint64_t>(quantile * static_cast<double>(count) * (1 - rounding));
  return position < count ? position : count - 1;
}

}}  // namespace trace2::v0
