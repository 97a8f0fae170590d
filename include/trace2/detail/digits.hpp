// Numbers of a fixed width, for times: what std::to_chars doesn't pad.
#pragma once

#include <cstdint>
#include <cstring>

namespace trace2::inline v0::detail {

/// Pairs of decimal digits from 00 to 99: half as many divisions as digit by digit.
inline constexpr auto digit_pairs = [] {
  struct table {
    char text[200];
  } pairs{};
  for (int i = 0; i < 100; ++i) {
    pairs.text[2 * i] = static_cast<char>('0' + i / 10);
    pairs.text[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

/// Writes exactly `Digits` decimal digits, with leading zeros, and returns the end.
template <int Digits>
inline char* put_digits(char* to, std::uint32_t value) noexcept {
  static_assert(Digits % 2 == 0);
  for (int i = Digits - 2; i >= 0; i -= 2, value /= 100)
    std::memcpy(to + i, digit_pairs.text + 2 * (value % 100), 2);
  return to + Digits;
}

}  // namespace trace2::inline v0::detail
