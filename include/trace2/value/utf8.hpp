// Characters of a text that claims to be UTF-8, one at a time, and the repair of such a text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// True for a character of one byte.
constexpr bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }

/// U+FFFD, which stands for an ill-formed piece.
inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";

/// One character, or an ill-formed piece.
struct utf8_character {
  /// The code point of an ill-formed piece.
  static constexpr char32_t ill_formed = 0xffffffff;

  char32_t code_point;  ///< or `ill_formed`
  std::size_t size;     ///< in bytes; an ill-formed piece is a maximal subpart

  /// False for an ill-formed piece.
  constexpr bool is_well_formed() const noexcept { return code_point != ill_formed; }
};

/// True if a byte continues a character of UTF-8, so that a text must not be cut in front of it.
constexpr bool continues_character(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The character that begins at `at`, which is inside the text. Accepts the Unicode Standard's
/// table of well-formed sequences (no overlong form, no surrogate, nothing above U+10FFFF). An
/// ill-formed piece is as long as the standard recommends for one U+FFFD.
[[gnu::noinline]] constexpr utf8_character utf8_character_at(std::string_view text,
                                                             std::size_t at) noexcept {
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

/// Appends the run of characters beyond ASCII from position `at` on, each ill-formed piece as
/// U+FFFD, and returns the position behind them.
inline std::size_t append_repaired_utf8(buffer& out, std::string_view text,
                                        std::size_t at) noexcept {
  std::size_t begin = at;
  while (at < text.size() && !is_ascii(text[at])) {
    utf8_character const character = utf8_character_at(text, at);
    if (!character.is_well_formed()) {
      out.append(text.substr(begin, at - begin));
      out.append(replacement_character);
      begin = at + character.size;
    }
    at += character.size;
  }
  out.append(text.substr(begin, at - begin));
  return at;
}

}}  // namespace trace2::v0
