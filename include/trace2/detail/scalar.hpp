// Truth values and numbers as Git's settings spell them (R-SET-12..14).
#pragma once

#include <trace2/detail/ascii.hpp>

#include <charconv>
#include <climits>
#include <cstdint>
#include <string_view>

namespace trace2::inline v0::detail {

enum class truth : signed char { no, yes, unclear };

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
};

/// The number at the beginning of the text, whatever follows; 0 if there is none. What doesn't fit
/// becomes the nearest that does.
inline int leading_number(std::string_view text) noexcept {
  signed_digits const number{text};
  char const* const begin = number.digits.data();
  unsigned magnitude = 0;
  auto const parsed = std::from_chars(begin, begin + number.digits.size(), magnitude);
  if (parsed.ec == std::errc::result_out_of_range || magnitude > INT_MAX) magnitude = INT_MAX;
  return number.negative ? -static_cast<int>(magnitude) : static_cast<int>(magnitude);
}

/// What a letter behind a number multiplies it by, in any case; 0 if it is no unit.
constexpr std::uint64_t unit_of(char c) noexcept {
  switch (to_lower(c)) {
    case 'k':
      return 1 << 10;
    case 'm':
      return 1 << 20;
    case 'g':
      return 1 << 30;
    default:
      return 0;
  }
}

/// A number of bytes with an optional unit; 0 for anything else.
inline std::uint64_t parse_size(std::string_view text) noexcept {
  std::uint64_t number = 0;
  char const* const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || end - rest > 1) return 0;
  std::uint64_t const unit = rest == end ? 1 : unit_of(*rest);
  return unit == 0 || number > INT64_MAX / unit ? 0 : number * unit;
}

/// `true`, `yes`, `on` and their opposites in any case, else a number: C's bases, an optional unit
/// k, m or g, nothing behind it, and small enough for an int. The empty text means no.
inline truth parse_truth(std::string_view text) noexcept {
  for (std::string_view const word : {"true", "yes", "on"})
    if (equal_ignoring_case(text, word)) return truth::yes;
  for (std::string_view const word : {"false", "no", "off", ""})
    if (equal_ignoring_case(text, word)) return truth::no;

  std::string_view digits = signed_digits{text}.digits;
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.starts_with('0')) {
    base = 8;
  }
  char const* const end = digits.data() + digits.size();
  std::uint32_t magnitude = 0;
  auto const [rest, error] = std::from_chars(digits.data(), end, magnitude, base);
  if (error != std::errc{}) return truth::unclear;

  std::uint64_t unit = 1;
  if (rest != end) {
    unit = unit_of(*rest);
    if (unit == 0 || rest + 1 != end) return truth::unclear;
  }
  if (magnitude * unit > INT_MAX) return truth::unclear;
  return magnitude != 0 ? truth::yes : truth::no;
}

}  // namespace trace2::inline v0::detail
