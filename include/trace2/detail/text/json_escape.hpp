// The escapes of JSON strings, decoded.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct json_escape {
  char32_t character = 0;  ///< the decoded character, or half a surrogate pair
  std::size_t size = 0;    ///< bytes of the escape, or of both escapes of a pair; 0: no escape

  /// True for half a surrogate pair: RFC 8259 leaves it to the reader, and many readers refuse it.
  constexpr bool is_half() const noexcept { return character >= 0xd800 && character <= 0xdfff; }
};

/// The number of four hexadecimal digits at `at`; above 0xffff when there are none.
constexpr char32_t json_code_unit(std::string_view text, std::size_t at) noexcept {
  constexpr char32_t none = 0x10000;
  char32_t unit = 0;
  for (std::size_t const end = at + 4; at < end; ++at) {
    char const c = at < text.size() ? text[at] : '\0';
    char const letter = static_cast<char>(c | 0x20);
    bool const is_letter = letter >= 'a' && letter <= 'f';
    if (!is_letter && !ascii_digits(c)) return none;
    unit = unit << 4 | static_cast<char32_t>(is_letter ? letter - 'a' + 10 : c - '0');
  }
  return unit;
}

/// The escape that begins with the backslash at `at`.
constexpr json_escape json_escape_at(std::string_view text, std::size_t at) noexcept {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
  constexpr std::size_t unit_size = 6;
  if (text.size() - at < 2) return {};
  if (text[at + 1] != 'u') {
    std::size_t const place = letters.find(text[at + 1]);
    if (place == letters.npos) return {};
    return {static_cast<unsigned char>(characters[place]), 2};
  }
  char32_t const unit = json_code_unit(text, at + 2);
  if (unit > 0xffff) return {};
  if (unit >= 0xd800 && unit <= 0xdbff && text.substr(at + unit_size, 2) == "\\u") {
    char32_t const low = json_code_unit(text, at + unit_size + 2);
    if (low >= 0xdc00 && low <= 0xdfff)
      return {0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), 2 * unit_size};
  }
  return {unit, unit_size};
}

}}}  // namespace trace2::v0::detail
