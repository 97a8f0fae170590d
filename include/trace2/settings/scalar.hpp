// Truth values and numbers as Git's settings spell them (R-SET-12..14), and sizes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {
namespace detail {

enum class truth : signed char { no, yes, unclear };

/// The value of a digit of any base; for other characters a number above any base.
constexpr unsigned digit_value(char c) noexcept {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  return is_letter(c) ? static_cast<unsigned>(to_lower(c) - 'a') + 10 : 255;
}

/// Takes the digits at the beginning of a text off and returns their number, at most UINT64_MAX.
/// Compiles to a fraction of the code of std::from_chars.
[[gnu::noinline]] constexpr std::uint64_t take_number(std::string_view& text,
                                                      unsigned base = 10) noexcept {
  std::uint64_t number = 0;
  for (; !text.empty() && digit_value(text.front()) < base; text.remove_prefix(1)) {
    unsigned const digit = digit_value(text.front());
    number = number > (UINT64_MAX - digit) / base ? UINT64_MAX : number * base + digit;
  }
  return number;
}

/// A number without its blanks and sign.
struct signed_digits {
  std::string_view digits;
  bool negative = false;

  constexpr explicit signed_digits(std::string_view text) noexcept {
    auto const first = text.find_first_not_of(" \t\n\v\f\r");
    digits = text.substr(first == std::string_view::npos ? text.size() : first);
    if (digits.empty() || (digits[0] != '-' && digits[0] != '+')) return;
    negative = digits[0] == '-';
    digits.remove_prefix(1);
  }

  constexpr bool begins_number() const noexcept { return !digits.empty() && is_digit(digits[0]); }
};

/// The number at the beginning of the text; 0 if there is none. Any text may follow. The number is
/// moved into the range from -INT_MAX to INT_MAX.
[[gnu::cold]] inline int leading_number(std::string_view text) noexcept {
  signed_digits number{text};
  std::uint64_t const magnitude = take_number(number.digits);
  int const nearest = magnitude > INT_MAX ? INT_MAX : static_cast<int>(magnitude);
  return number.negative ? -nearest : nearest;
}

/// The power of two that a unit such as k, m or g stands for, in either case; 0 if the letter is
/// none of `units`.
constexpr unsigned exponent_of(char unit, std::string_view units) noexcept {
  std::size_t const place = units.find(to_lower(unit));
  return place == units.npos ? 0 : 10 * static_cast<unsigned>(place + 1);
}

/// The factor of the unit behind a number: k, m or g in either case. 1 without a unit, 0 for any
/// other text.
constexpr std::uint64_t unit_of(std::string_view behind) noexcept {
  if (behind.empty()) return 1;
  unsigned const exponent = behind.size() > 1 ? 0 : exponent_of(behind.front(), "kmg");
  return exponent == 0 ? 0 : std::uint64_t{1} << exponent;
}

}  // namespace detail

/// A number of bytes such as `4096`, `500M` or `2GiB`, whose unit is a power of 1024; -1 for any
/// other text, and for more bytes than there can be.
[[gnu::cold]] inline std::int64_t parse_size(std::string_view text) noexcept {
  if (text.empty() || !detail::is_digit(text.front())) return -1;
  std::uint64_t const number = detail::take_number(text);
  unsigned const exponent = text.empty() ? 0 : detail::exponent_of(text.front(), "kmgt");
  if (exponent != 0) text.remove_prefix(1);
  bool const is_whole = text.empty() || detail::equal_ignoring_case(text, "b") ||
                        (exponent != 0 && detail::equal_ignoring_case(text, "ib"));
  if (!is_whole || number > std::uint64_t{INT64_MAX} >> exponent) return -1;
  return static_cast<std::int64_t>(number << exponent);
}

namespace detail {

/// `true`, `yes`, `on` and their opposites in any case, else a number: C's bases, an optional unit
/// k, m or g, nothing behind it, and small enough for an int. The empty text means no.
[[gnu::cold]] inline truth parse_truth(std::string_view text) noexcept {
  for (std::string_view const word : {"true", "yes", "on"})
    if (equal_ignoring_case(text, word)) return truth::yes;
  for (std::string_view const word : {"false", "no", "off", ""})
    if (equal_ignoring_case(text, word)) return truth::no;

  std::string_view digits = signed_digits{text}.digits;
  unsigned base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.starts_with('0')) {
    base = 8;
  }
  std::size_t const size = digits.size();
  std::uint64_t const magnitude = take_number(digits, base);
  std::uint64_t const unit = unit_of(digits);
  if (digits.size() == size || unit == 0 || magnitude > INT_MAX / unit) return truth::unclear;
  return magnitude != 0 ? truth::yes : truth::no;
}

}  // namespace detail
}}  // namespace trace2::v0
