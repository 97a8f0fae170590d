// Arithmetic of rates, which have 40 binary digits behind the point. On the way there are numbers
// of up to 128 bits; processors of 32 bits have no such type, and do it in pieces.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// On any processor. All results are the lowest 64 bits of the true ones, because a damaged
/// recording may hold absurd numbers. No divisor is 0.
struct narrow_fixed_point {
  static constexpr int shift = 40;

  /// `a * rate`, rounded down.
  static constexpr std::int64_t product(std::int64_t a, std::int64_t rate) noexcept {
    auto const x = static_cast<std::uint64_t>(a);
    auto const y = static_cast<std::uint64_t>(rate);
    // Each number that is negative has been taken for one that is 2^64 larger.
    std::uint64_t const high = high_product(x, y) - (a < 0 ? y : 0) - (rate < 0 ? x : 0);
    return static_cast<std::int64_t>(high << (64 - shift) | (x * y) >> shift);
  }

  /// The rate `a / b`, rounded towards zero.
  static constexpr std::int64_t ratio(std::int64_t a, std::int64_t b) noexcept {
    std::uint64_t const size = ratio_of_sizes(size_of(a), size_of(b));
    return static_cast<std::int64_t>((a < 0) == (b < 0) ? size : 0 - size);
  }
  static constexpr std::uint64_t ratio_of_sizes(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t result = a / b;
    std::uint64_t rest = a % b;
    for (int i = 0; i < shift; ++i) {
      bool const has_carry = rest >> 63 != 0;
      rest <<= 1;
      result <<= 1;
      if (has_carry || rest >= b) {
        rest -= b;
        ++result;
      }
    }
    return result;
  }

 private:
  static constexpr std::uint64_t size_of(std::int64_t value) noexcept {
    auto const bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
  }

  static constexpr std::uint64_t high_product(std::uint64_t x, std::uint64_t y) noexcept {
    constexpr std::uint64_t half = UINT32_MAX;
    std::uint64_t const low = (x & half) * (y & half);
    std::uint64_t const first = (x >> 32) * (y & half) + (low >> 32);
    std::uint64_t const second = (x & half) * (y >> 32) + (first & half);
    return (x >> 32) * (y >> 32) + (first >> 32) + (second >> 32);
  }
};

#ifdef __SIZEOF_INT128__
/// The arithmetic where the compiler has wide numbers.
struct wide_fixed_point {
  __extension__ using signed_number = __int128;
  __extension__ using unsigned_number = unsigned __int128;
  static constexpr int shift = narrow_fixed_point::shift;

  static constexpr std::int64_t product(std::int64_t a, std::int64_t rate) noexcept {
    return static_cast<std::int64_t>((signed_number{a} * rate) >> shift);
  }
  static constexpr std::int64_t ratio(std::int64_t a, std::int64_t b) noexcept {
    return static_cast<std::int64_t>((signed_number{a} << shift) / b);
  }
  static constexpr std::uint64_t ratio_of_sizes(std::uint64_t a, std::uint64_t b) noexcept {
    return static_cast<std::uint64_t>((unsigned_number{a} << shift) / b);
  }
};
using fixed_point_arithmetic = wide_fixed_point;
#else
using fixed_point_arithmetic = narrow_fixed_point;
#endif

struct fixed_point : fixed_point_arithmetic {
  static constexpr std::int64_t one = std::int64_t{1} << shift;

  /// The rate `a / b`; 0 if it has more than 63 bits.
  static constexpr std::int64_t rate_of_sizes(std::uint64_t a, std::uint64_t b) noexcept {
    bool const fits = a >> (63 - shift) < b;
    return fits ? static_cast<std::int64_t>(ratio_of_sizes(a, b)) : 0;
  }
};

}}}  // namespace trace2::v0::detail
