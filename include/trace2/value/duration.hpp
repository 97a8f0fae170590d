// A length of time, as events and values hold it.
#pragma once

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// A length of time, or a moment since the start of the process, in whole microseconds: the
/// resolution of Git's formats, which print it as seconds with six decimals (R-TIME-05, R-EVT-06).
/// A number becomes one only together with its unit.
class duration {
 public:
  constexpr duration() noexcept = default;

  static constexpr duration microseconds(std::int64_t count) noexcept {
    duration made;
    made.microseconds_ = count;
    return made;
  }

  /// Rounds as printf("%.6f", count / 1e9) does (R-TIME-05, R-TMR-07).
  static constexpr duration nanoseconds(std::int64_t count) noexcept {
    std::int64_t const whole = count / 1000;
    std::int64_t const rest = count % 1000;
    if (rest < 500) return microseconds(whole);
    if (rest > 500) return microseconds(whole + 1);
    // A tie in decimal is none in binary: the double nearest to the quotient lies on one side of
    // it.
    double const quotient = static_cast<double>(count) / 1e9;
    double const side = __builtin_fma(quotient, 1e9, -static_cast<double>(count));
    if (side == 0) return microseconds(whole + (whole & 1));
    return microseconds(side > 0 ? whole + 1 : whole);
  }

  constexpr std::int64_t in_microseconds() const noexcept { return microseconds_; }

  friend constexpr bool operator==(duration, duration) noexcept = default;

 private:
  std::int64_t microseconds_ = 0;
};

}}  // namespace trace2::v0
