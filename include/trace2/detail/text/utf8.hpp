// Characters of a text that claims to be UTF-8, one at a time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// U+FFFD, which stands for an ill-formed piece.
inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";

/// One character, or an ill-formed piece.
struct utf8_character {
  static constexpr char32_t ill_formed = 0xffffffff;

  char32_t code_point;
  std::size_t size;  ///< in bytes; an ill-formed piece is a maximal subpart

  constexpr bool is_well_formed() const noexcept { return code_point != ill_formed; }
};

/// Whether a byte continues a character of UTF-8, so that a text must not be cut in front of it.
constexpr bool continues_character(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The character that begins at `at`, which is inside the text. Accepts the Unicode Standard's
/// table of well-formed sequences (no overlong form, no surrogate, nothing above U+10FFFF). An
/// ill-formed piece is as long as the standard recommends for one U+FFFD.
constexpr utf8_character utf8_character_at(std::string_view text, std::size_t at) noexcept {
  auto const byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned const lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xc2 || lead > 0xf4) return {utf8_character::ill_formed, 1};

  std::size_t const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  char32_t code_point = lead & (0x7fu >> size);
  // The range of the second byte excludes all other forbidden sequences.
  unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  for (std::size_t i = 1; i < size; ++i) {
    if (at + i == text.size() || byte(at + i) < low || byte(at + i) > high)
      return {utf8_character::ill_formed, i};
    code_point = code_point << 6 | (byte(at + i) & 0x3fu);
    low = 0x80;
    high = 0xbf;
  }
  return {code_point, size};
}

}}}  // namespace trace2::v0::detail
