// Text from outside, made safe for two readers: JSON parsers (R-JSN-01) and terminals.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/swar.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

inline constexpr byte_set plain_in_json = byte_set::range(0x20, 0x7f).without(byte_set{"\"\\"});

/// Marks the bytes that are not `plain_in_json`.
constexpr swar::word mark_special_in_json(swar::word bytes) noexcept {
  return swar::mark_below(bytes, 0x20) | swar::mark_equal(bytes, '"') |
         swar::mark_equal(bytes, '\\') | swar::mark_non_ascii(bytes);
}

/// Sixteen bytes in the processor's vector registers. Signed, so that bytes beyond ASCII are less
/// than a blank, as control characters are.
using byte_block [[gnu::vector_size(16)]] = signed char;

inline byte_block mark_special_in_json(byte_block bytes) noexcept {
  return (bytes < 0x20) | (bytes == '"') | (bytes == '\\');
}
inline bool has_marks(byte_block marks) noexcept {
  swar::word words[2];
  std::memcpy(words, &marks, sizeof words);
  return (words[0] | words[1]) != 0;
}

/// Joins two halves.
inline byte_block both(std::uint64_t first, std::uint64_t last) noexcept {
  using words [[gnu::vector_size(16)]] = std::uint64_t;
  return reinterpret_cast<byte_block>(words{first, last});
}
constexpr swar::word both(std::uint32_t first, std::uint32_t last) noexcept {
  return first | swar::word{last} << 32;
}
constexpr bool has_marks(swar::word marks) noexcept { return marks != 0; }

/// Copies a text of at least 16 bytes; true if all of it is `plain_in_json`. The last two blocks
/// may overlap. No branch depends on the bytes of the text.
inline bool copy_plain_blocks(char* to, char const* from, std::size_t size) noexcept {
  constexpr std::size_t step = sizeof(byte_block);
  byte_block special{};
  auto const copy = [&](std::size_t at) {
    byte_block bytes;
    std::memcpy(&bytes, from + at, step);
    std::memcpy(to + at, &bytes, step);
    special |= mark_special_in_json(bytes);
  };
  for (std::size_t at = 0; at < size - step; at += step) copy(at);
  copy(size - step);
  return !has_marks(special);
}

/// Like `copy_plain_blocks`, for a text of one to two halves of a block; the halves may overlap.
template <class Half>
inline bool copy_plain_halves(char* to, char const* from, std::size_t size) noexcept {
  Half first, last;
  std::memcpy(&first, from, sizeof(Half));
  std::memcpy(&last, from + size - sizeof(Half), sizeof(Half));
  std::memcpy(to, &first, sizeof(Half));
  std::memcpy(to + size - sizeof(Half), &last, sizeof(Half));
  return !has_marks(mark_special_in_json(both(first, last)));
}

/// Like `copy_plain_blocks`, for a text of any size.
inline bool copy_plain_json(char* to, char const* from, std::size_t size) noexcept {
  if (size >= 16) return copy_plain_blocks(to, from, size);
  if (size >= 8) return copy_plain_halves<std::uint64_t>(to, from, size);
  if (size >= 4) return copy_plain_halves<std::uint32_t>(to, from, size);
  bool is_plain = true;
  for (std::size_t at = 0; at < size; ++at) {
    to[at] = from[at];
    is_plain &= plain_in_json(from[at]);
  }
  return is_plain;
}

/// Appends the bytes from position `at` up to the first one that is special or not ASCII, and
/// returns the position of that byte.
inline std::size_t append_plain_json(buffer& out, std::string_view text, std::size_t at) noexcept {
  std::size_t const rest = text.size() - at;
  if (!out.reserve(rest)) return text.size();
  char const* from = text.data() + at;
  char const* const end = from + rest;
  char* to = out.end();
  auto const finish = [&] {
    out.commit(static_cast<std::size_t>(to - out.end()));
    return static_cast<std::size_t>(from - text.data());
  };
  for (; static_cast<std::size_t>(end - from) >= swar::word_size; from += swar::word_size) {
    swar::word const bytes = swar::load(from);
    // Copied before the check: special bytes are overwritten later.
    std::memcpy(to, &bytes, swar::word_size);
    if (swar::word const special = mark_special_in_json(bytes); special != 0) {
      std::size_t const plain = swar::first_marked(special);
      from += plain;
      to += plain;
      return finish();
    }
    to += swar::word_size;
  }
  while (from != end && plain_in_json(*from)) *to++ = *from++;
  return finish();
}

inline void append_hexadecimal(buffer& out, std::uint32_t value, int digits) noexcept {
  for (int bits = 4 * (digits - 1); bits >= 0; bits -= 4)
    out.append("0123456789abcdef"[value >> bits & 0xf]);
}

/// Appends the escape of an ASCII character that can't stand in a JSON string.
inline void append_json_escape(buffer& out, char c) noexcept {
  constexpr std::string_view characters = "\n\r\t\f\b";
  constexpr std::string_view letters = "nrtfb";
  if (c == '"' || c == '\\') {  // nearly all of them
    if (out.reserve(2)) out.commit_until(put(out.end(), '\\', c));
    return;
  }
  out.append('\\');
  if (std::size_t const i = characters.find(c); i != characters.npos) return out.append(letters[i]);
  out.append('u');
  append_hexadecimal(out, static_cast<unsigned char>(c), 4);
}

/// Appends `text` as the inside of a JSON string, with Git's escapes. The result is well-formed
/// UTF-8 for any `text`. One pass.
inline void append_json_escaped(buffer& out, std::string_view text) noexcept {
  std::size_t at = append_plain_json(out, text, 0);
  while (at < text.size()) {
    if (is_ascii(text[at]))
      append_json_escape(out, text[at++]);
    else
      at = append_repaired_utf8(out, text, at);
    at = append_plain_json(out, text, at);
  }
}

/// Writes a text in quotes into room that the caller has made, and returns the end; null unless all
/// of the text is `plain_in_json`.
inline char* put_plain_json_string(char* to, std::string_view text) noexcept {
  *to = '"';
  if (!copy_plain_json(to + 1, text.data(), text.size())) return nullptr;
  to += text.size() + 1;
  *to = '"';
  return to + 1;
}

/// Appends any text as a JSON string. One pass.
[[gnu::noinline]] inline void append_json_string(buffer& out, std::string_view text) noexcept {
  if (!out.reserve(text.size() + 2)) return;
  if (char* const end = put_plain_json_string(out.end(), text); end != nullptr) [[likely]]
    return out.commit_until(end);
  out.append('"');
  append_json_escaped(out, text);
  out.append('"');
}

/// True for a character that can move the cursor, change the state of a terminal, forge a line, or
/// disguise a text: control characters except TAB, line and paragraph separators, bidirectional
/// controls.
constexpr bool is_unsafe_on_terminal(char32_t c) noexcept {
  return (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e ||
         c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/// Appends an escape such as `\n`, `\x1b` or `\u202e` in place of a character.
inline void append_visibly(buffer& out, char32_t c) noexcept {
  if (c == '\n') return out.append("\\n");
  if (c == '\r') return out.append("\\r");
  bool const is_short = c < 0x80;
  out.append(is_short ? "\\x" : "\\u");
  append_hexadecimal(out, c, is_short ? 2 : 4);
}

[[gnu::cold]] inline void append_bytes_visibly(buffer& out, std::string_view bytes) noexcept {
  for (char const c : bytes) {
    out.append("\\x");
    append_hexadecimal(out, static_cast<unsigned char>(c), 2);
  }
}

/// Appends `text` so that a terminal only shows it. Bytes that are not UTF-8 become escapes such as
/// `\x9b`. An LF at the very end stays, as the end of the line. Clean text stays as it is.
[[gnu::cold]] inline void append_terminal_safe(buffer& out, std::string_view text) noexcept {
  static constexpr byte_set plain = byte_set::range(0x20, 0x7e) | byte_set{"\t"};
  bool const ends_line = text.ends_with('\n');
  if (ends_line) text.remove_suffix(1);
  std::size_t begin = 0;
  for (std::size_t at = plain.skip(text); at < text.size(); at = plain.skip(text, at)) {
    utf8_character const character = utf8_character_at(text, at);
    std::string_view const bytes = text.substr(at, character.size);
    at += character.size;
    if (character.is_well_formed() && !is_unsafe_on_terminal(character.code_point)) continue;
    out.append(text.substr(begin, at - bytes.size() - begin));
    begin = at;
    if (character.is_well_formed())
      append_visibly(out, character.code_point);
    else
      append_bytes_visibly(out, bytes);
  }
  out.append(text.substr(begin));
  if (ends_line) out.append('\n');
}

}}}  // namespace trace2::v0::detail
