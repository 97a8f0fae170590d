// Durations: the lengths of time that events and values hold.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/number.hpp>

#include <cstdint>
#include <type_traits>

namespace trace2 { inline namespace v0 {

namespace detail {

/// std::chrono::duration and types like it.
template <class T>
concept chrono_duration = std::is_class_v<T> && requires(T const& length) {
  requires written_number<typename T::rep>;
  T::period::num;
  T::period::den;
  length.count();
};

/// The bits of a number. Under -ffast-math compilers take every number for a finite one, and so
/// they must not see what these bits are of.
constexpr std::uint64_t bits_of(double number) noexcept {
  auto bits = __builtin_bit_cast(std::uint64_t, number);
  if (!std::is_constant_evaluated()) asm("" : "+g"(bits));
  return bits;
}

/// Microseconds in one unit of a std::ratio of seconds, as a fraction in lowest terms.
struct unit_in_microseconds {
  std::uint64_t multiplier;
  std::uint64_t divisor;
  bool is_exact;  ///< false when the product of both has more than 64 bits

  static constexpr unit_in_microseconds of(std::uint64_t num, std::uint64_t den) noexcept {
    std::uint64_t common = 1'000'000;
    for (std::uint64_t rest = den; rest != 0;) {
      std::uint64_t const next = common % rest;
      common = rest;
      rest = next;
    }
    unit_in_microseconds unit{0, den / common, true};
    std::uint64_t product = 0;
    // Any such unit is beyond the range, like this one.
    if (__builtin_mul_overflow(num, 1'000'000 / common, &unit.multiplier))
      unit.multiplier = UINT64_MAX;
    unit.is_exact = !__builtin_mul_overflow(unit.multiplier, unit.divisor, &product);
    return unit;
  }
};

}  // namespace detail

/// A length of time, or a moment since the start of the process, in whole microseconds: the
/// resolution of Git's formats, which print it as seconds with six decimals (R-TIME-05, R-EVT-06).
/// A number becomes a duration only together with its unit; a std::chrono::duration has one.
///
/// All conversions round to the nearest microsecond. A half goes where printf("%.6f") rounds the
/// same number of seconds (R-TMR-07). A length beyond the range becomes the nearest end of the
/// range, and NaN becomes 0.
class duration {
 public:
  /// No time: 0.
  constexpr duration() noexcept = default;
  /// From a std::chrono::duration of any unit, or a type like it.
  template <detail::chrono_duration Length>
  constexpr duration(Length const& length) noexcept : duration{of(length)} {}

  /// `count` microseconds, exactly.
  static constexpr duration microseconds(std::int64_t count) noexcept {
    duration length;
    length.microseconds_ = count;
    return length;
  }
  /// `count` nanoseconds, rounded to the nearest microsecond.
  [[gnu::noinline]] static constexpr duration nanoseconds(std::int64_t count) noexcept {
    return rounded(count < 0, magnitude_of(count), 1, 1000);
  }

  /// The length in microseconds.
  constexpr std::int64_t in_microseconds() const noexcept { return microseconds_; }

  friend constexpr bool operator==(duration, duration) noexcept = default;

 private:
  template <class Length>
  static constexpr duration of(Length const& length) noexcept {
    constexpr auto unit = detail::unit_in_microseconds::of(std::uint64_t{Length::period::num},
                                                           std::uint64_t{Length::period::den});
    auto const count = length.count();
    if constexpr (std::is_integral_v<typename Length::rep> && unit.is_exact)
      return rounded(count < 0, magnitude_of(count), unit.multiplier, unit.divisor);
    else
      return rounded(static_cast<long double>(count),
                     static_cast<long double>(Length::period::num) * 1'000'000,
                     static_cast<long double>(Length::period::den));
  }

  template <class Integer>
  static constexpr std::uint64_t magnitude_of(Integer count) noexcept {
    auto const bits = static_cast<std::uint64_t>(count);
    return count < 0 ? 0 - bits : bits;
  }

  static constexpr duration rounded(bool is_negative, std::uint64_t count, std::uint64_t multiplier,
                                    std::uint64_t divisor) noexcept {
    std::uint64_t whole = 0;
    std::uint64_t const part = count % divisor * multiplier;
    std::uint64_t const rest = part % divisor;
    bool const is_beyond = __builtin_mul_overflow(count / divisor, multiplier, &whole) ||
                           __builtin_add_overflow(whole, part / divisor, &whole);
    if (is_beyond) return signed_by(is_negative, UINT64_MAX);
    bool const is_up = rest == divisor - rest ? half_goes_up(whole) : rest > divisor - rest;
    return signed_by(is_negative, whole, is_up);
  }

  static constexpr duration rounded(long double count, long double multiplier,
                                    long double divisor) noexcept {
    std::uint64_t const bits = detail::bits_of(static_cast<double>(count));
    constexpr std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
    bool const is_negative = bits >> 63 != 0;
    if ((bits & infinity) == infinity)
      return bits << 12 != 0 ? duration{} : signed_by(is_negative, UINT64_MAX);
    long double const magnitude = is_negative ? -count : count;
    long double const exact = magnitude * multiplier / divisor;
    if (exact >= 0x1p63L) return signed_by(is_negative, UINT64_MAX);
    auto const whole = static_cast<std::uint64_t>(exact);
    long double beyond_half = exact - static_cast<long double>(whole) - 0.5L;
    if (beyond_half == 0) beyond_half = __builtin_fmal(magnitude, multiplier, -(exact * divisor));
    return signed_by(is_negative, whole, beyond_half == 0 ? half_goes_up(whole) : beyond_half > 0);
  }

  /// A decimal half is seldom exact in binary: the double nearest to the number of seconds lies on
  /// one side of it.
  static constexpr bool half_goes_up(std::uint64_t whole) noexcept {
    constexpr double unit = 2e6;
    auto const halves = static_cast<double>(2 * whole + 1);
    double const seconds = halves / unit;
    // In two parts, because their products with the unit are exact.
    auto const upper =
        __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, seconds) >> 27 << 27);
    double const side = upper * unit - halves + (seconds - upper) * unit;
    return side == 0 ? whole % 2 != 0 : side > 0;
  }

  static constexpr duration signed_by(bool is_negative, std::uint64_t magnitude,
                                      bool is_up = false) noexcept {
    std::uint64_t const most = std::uint64_t{INT64_MAX} + is_negative;
    magnitude = magnitude < most ? magnitude + is_up : most;
    return microseconds(static_cast<std::int64_t>(is_negative ? 0 - magnitude : magnitude));
  }

  std::int64_t microseconds_ = 0;
};

}}  // namespace trace2::v0
