// Short texts and whole numbers in decimal, written into room that the caller has made. Like
// std::to_chars each function takes the position to write at and returns the position behind. So
// the end of a line stays in a register while the line is built, and the room for the line is
// reserved once. Faster than std::to_chars, which can't pad with zeros either.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/number.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Copies at least `Step` bytes, in pieces of `Step` bytes; the last two may overlap.
template <std::size_t Step>
inline void copy_in_steps(char* to, char const* from, std::size_t size) noexcept {
  std::size_t const last = size - Step;
  for (std::size_t at = 0; at < last; at += Step) std::memcpy(to + at, from + at, Step);
  std::memcpy(to + last, from + last, Step);
}

inline char* put(char* to, char c) noexcept {
  *to = c;
  return to + 1;
}

/// Like std::memcpy, but without a function call for texts as short as names are.
inline char* put(char* to, std::string_view text) noexcept {
  std::size_t const size = text.size();
  if (size > 32)
    std::memcpy(to, text.data(), size);
  else if (size >= 8)
    copy_in_steps<8>(to, text.data(), size);
  else if (size >= 4)
    copy_in_steps<4>(to, text.data(), size);
  else
    for (std::size_t at = 0; at < size; ++at) to[at] = text[at];
  return to + size;
}

/// A literal: its size is known to the compiler.
template <std::size_t Size>
[[gnu::always_inline]] inline char* put(char* to, char const (&literal)[Size]) noexcept {
  std::memcpy(to, literal, Size - 1);
  return to + (Size - 1);
}

/// Writes all parts, one behind the other.
template <class First, class Second, class... Rest>
char* put(char* to, First const& first, Second const& second, Rest const&... rest) noexcept {
  return put(put(to, first), second, rest...);
}

/// Pairs of decimal digits from 00 to 99: writing pairs takes half as many divisions. A literal,
/// because each unit would take as long to compute it as to include <cstring>.
inline constexpr char digit_pairs[] =
    "0001020304050607080910111213141516171819"
    "2021222324252627282930313233343536373839"
    "4041424344454647484950515253545556575859"
    "6061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

/// Writes a number below 100 as two digits and returns the end.
inline char* put_pair(char* to, std::uint64_t value) noexcept {
  std::memcpy(to, digit_pairs + 2 * value, 2);
  return to + 2;
}

/// Writes a number below 100 as one digit or two and returns the end.
inline char* put_small(char* to, std::uint64_t value) noexcept {
  if (value >= 10) return put_pair(to, value);
  *to = static_cast<char>('0' + value);
  return to + 1;
}

/// Writes exactly `Digits` decimal digits, with leading zeros, and returns the end. The value has
/// at most `Digits` digits. `put_first` writes the first two.
template <int Digits, char* (&put_first)(char*, std::uint64_t) noexcept = put_pair>
[[gnu::always_inline]] inline char* put_digits(char* to, std::uint32_t value) noexcept {
  static_assert(Digits == 2 || Digits == 4 || Digits == 6);
  constexpr std::uint64_t unit = std::uint64_t{1} << 32;
  constexpr std::uint64_t scale = Digits == 6 ? 10'000 : Digits == 4 ? 100 : 1;
  // A fixed-point number whose whole part is the first pair: each pair takes a multiplication
  // instead of a division. The number is rounded up by so little that all pairs are right.
  std::uint64_t rest = value * (scale == 1 ? unit : unit / scale + 1);
  to = put_first(to, rest / unit);
  for (int digits = 2; digits < Digits; digits += 2) {
    rest = rest % unit * 100;
    to = put_pair(to, rest / unit);
  }
  return to;
}

/// The most bytes that `put_decimal` writes.
inline constexpr std::size_t max_decimal_size = 20;

inline constexpr auto powers_of_ten = [] {
  struct table {
    std::uint64_t values[max_decimal_size];
  } powers{};
  std::uint64_t power = 1;
  for (auto& value : powers.values) value = power, power *= 10;
  return powers;
}();

/// Number of decimal digits of a number; 1 for 0.
constexpr std::size_t decimal_size(std::uint64_t value) noexcept {
  if (value < 10) return 1;  // most seconds
  // 1233/4096 is the decimal logarithm of 2: the number has `least` digits, or one more.
  auto const least = narrow_cast<std::size_t>(std::bit_width(value)) * 1233 >> 12;
  return least + static_cast<std::size_t>(value >= powers_of_ten.values[least]);
}

/// Writes a number without leading zeros and returns the end.
char* put_decimal(char* to, std::uint64_t value) noexcept;

/// The same with a number of seven digits or more. Not inlined, so that others save no registers.
[[gnu::noinline]] inline char* put_long_decimal(char* to, std::uint64_t value) noexcept {
  constexpr std::uint64_t million = 1'000'000;
  return put_digits<6>(put_decimal(to, value / million),
                       static_cast<std::uint32_t>(value % million));
}

[[gnu::noinline]] inline char* put_decimal(char* to, std::uint64_t value) noexcept {
  if (value < 100) return put_small(to, value);
  if (value < 10'000) return put_digits<4, put_small>(to, static_cast<std::uint32_t>(value));
  if (value < 1'000'000) return put_digits<6, put_small>(to, static_cast<std::uint32_t>(value));
  return put_long_decimal(to, value);
}

template <std::unsigned_integral Integer>
char* put_decimal(char* to, Integer value) noexcept {
  return put_decimal(to, std::uint64_t{value});
}

template <std::signed_integral Integer>
char* put_decimal(char* to, Integer value) noexcept {
  auto const magnitude = static_cast<std::uint64_t>(std::int64_t{value});
  if (value >= 0) return put_decimal(to, magnitude);
  *to = '-';
  return put_decimal(to + 1, 0 - magnitude);
}

}}}  // namespace trace2::v0::detail
