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
    switch (to_lower(*rest)) {
      case 'k':
        unit = 1 << 10;
        break;
      case 'm':
        unit = 1 << 20;
        break;
      case 'g':
        unit = 1 << 30;
        break;
      default:
        return truth::unclear;
    }
    if (rest + 1 != end) return truth::unclear;
  }
  if (magnitude * unit > INT_MAX) return truth::unclear;
  return magnitude != 0 ? truth::yes : truth::no;
}

}  // namespace trace2::inline v0::detail
