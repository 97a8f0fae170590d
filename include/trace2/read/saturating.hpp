// Addition and subtraction that saturate, so that a hostile trace can't make sums of durations
// overflow.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace trace2 { inline namespace v0 { namespace read {

/// The sum, or the limit of the type nearest to it.
constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<std::int64_t>::min()
               : std::numeric_limits<std::int64_t>::max();
}

/// The same for counts.
template <std::unsigned_integral Count>
constexpr Count saturating_add(Count a, Count b) noexcept {
  Count sum{};
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<Count>::max() : sum;
}

/// The same for the difference.
constexpr std::int64_t saturating_difference(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return a < 0 ? std::numeric_limits<std::int64_t>::min()
               : std::numeric_limits<std::int64_t>::max();
}

}}}  // namespace trace2::v0::read
