// Takes out of a line what terminals, web pages and Markdown have put into it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Appends a character; a surrogate, or what is beyond the last character, becomes U+FFFD.
inline void append_utf8(std::string& to, char32_t c) {
  auto const byte = [&to](char32_t bits) { to.push_back(static_cast<char>(bits)); };
  auto const further = [&](char32_t bits) { byte(0x80 | (bits & 0x3f)); };
  if ((c >= 0xd800 && c < 0xe000) || c > 0x10ffff) c = 0xfffd;
  if (c < 0x80) return byte(c);
  if (c < 0x800) return byte(0xc0 | c >> 6), further(c);
  if (c < 0x10000) return byte(0xe0 | c >> 12), further(c >> 6), further(c);
  byte(0xf0 | c >> 18), further(c >> 12), further(c >> 6), further(c);
}

/// The size of the escape sequence that a text begins with: of colours, of links, of erasing; 0 if
/// it begins with none.
inline std::size_t size_of_escape(std::string_view text) noexcept {
  if (text.size() < 2 || text[0] != '\x1b') return 0;
  if (text[1] == '[') {
    std::size_t const end = text.find_first_not_of("0123456789;:?", 2);
    return end != text.npos && text[end] >= '@' && text[end] <= '~' ? end + 1 : 0;
  }
  if (text[1] == ']') {
    // Ends at a bell or `ESC \`; no other escape is within, so that a line takes linear time.
    std::size_t const end = text.find_first_of("\a\x1b", 2);
    if (end == text.npos) return 0;
    if (text[end] == '\a') return end + 1;
    return text.substr(end).starts_with("\x1b\\") ? end + 2 : 0;
  }
  return text[1] == '(' && text.size() > 2 ? 3 : 0;
}

inline bool has_escape(std::string_view text) noexcept {
  for (std::size_t at = 0; (at = text.find('\x1b', at)) != text.npos; ++at)
    if (size_of_escape(text.substr(at)) != 0) return true;
  return false;
}

/// Appends a text without its escape sequences.
inline void append_without_escapes(std::string& to, std::string_view text) {
  while (!text.empty()) {
    std::size_t const next = text.find('\x1b');
    to.append(text.substr(0, next));
    if (next == text.npos) return;
    text.remove_prefix(next);
    std::size_t const size = size_of_escape(text);
    if (size == 0) to.push_back('\x1b');
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
}

/// Characters that look like a blank, or like nothing.
struct odd_blank {
  std::string_view bytes;
  std::string_view meant;
};
inline constexpr std::array<odd_blank, 10> odd_blanks{{{"\xc2\xa0", " "},
                                                       {"\xe2\x80\x87", " "},
                                                       {"\xe2\x80\xaf", " "},
                                                       {"\xe3\x80\x80", " "},
                                                       {"\xe2\x80\x8b", ""},
                                                       {"\xe2\x80\x8e", ""},
                                                       {"\xe2\x80\x8f", ""},
                                                       {"\xe2\x81\xa0", ""},
                                                       {"\xc2\xad", ""},
                                                       {"\xef\xbb\xbf", ""}}};

inline odd_blank const* odd_blank_at(std::string_view text) noexcept {
  auto const* const entity =
      std::find_if(odd_blanks.begin(), odd_blanks.end(),
                   [text](auto const& each) { return text.starts_with(each.bytes); });
  return entity == odd_blanks.end() ? nullptr : entity;
}

inline bool has_odd_blank(std::string_view text) noexcept {
  for (std::size_t at = 0; (at = text.find_first_of("\xc2\xe2\xe3\xef", at)) != text.npos; ++at)
    if (odd_blank_at(text.substr(at)) != nullptr) return true;
  return false;
}

inline void append_with_plain_blanks(std::string& to, std::string_view text) {
  while (!text.empty()) {
    std::size_t const next = text.find_first_of("\xc2\xe2\xe3\xef");
    to.append(text.substr(0, next));
    if (next == text.npos) return;
    text.remove_prefix(next);
    odd_blank const* const odd = odd_blank_at(text);
    to.append(odd != nullptr ? odd->meant : text.substr(0, 1));
    text.remove_prefix(odd != nullptr ? odd->bytes.size() : 1);
  }
}

/// The character that an entity such as `&#39;` at the front of a text stands for, in UTF-8, and
/// the size of the entity; 0 if there is none.
inline std::pair<std::string, std::size_t> entity_at(std::string_view text) {
  constexpr std::size_t longest = 10;
  std::size_t const end = text.substr(0, longest).find(';');
  if (end == text.npos || end < 3 || text[0] != '&') return {{}, 0};
  std::string_view const name = text.substr(1, end - 1);
  constexpr std::array<std::pair<std::string_view, char>, 6> entities{
      {{"amp", '&'}, {"apos", '\''}, {"gt", '>'}, {"lt", '<'}, {"nbsp", ' '}, {"quot", '"'}}};
  for (auto const& [word, c] : entities)
    if (name == word) return {std::string(1, c), end + 1};
  if (name[0] != '#') return {{}, 0};
  bool const is_hex = name[1] == 'x' || name[1] == 'X';
  std::string_view const digits = name.substr(is_hex ? 2 : 1);
  unsigned code = 0;
  char const* const last = digits.data() + digits.size();
  auto const [stop, error] = std::from_chars(digits.data(), last, code, is_hex ? 16 : 10);
  if (error != std::errc{} || stop != last) return {{}, 0};
  if (code == 0xa0) return {" ", end + 1};
  if (code < ' ' || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return {{}, 0};
  std::string utf8;
  append_utf8(utf8, code);
  return {utf8, end + 1};
}

/// The size of the tag that a text begins with, such as `<br />`; 0 if it begins with none.
inline std::size_t size_of_tag(std::string_view text) noexcept {
  constexpr std::size_t longest = 400;
  if (text.size() < 3 || text[0] != '<') return 0;
  std::size_t const name = text[1] == '/' ? 2 : 1;
  if (!detail::is_letter(text[name])) return 0;
  std::size_t const end = text.substr(0, longest).find_first_of("<>", 1);
  return end != text.npos && text[end] == '>' ? end + 1 : 0;
}

/// Appends the text that a web page shows for its source.
inline void append_as_shown_by_page(std::string& to, std::string_view text) {
  while (!text.empty()) {
    std::size_t const next = text.find_first_of("&<");
    to.append(text.substr(0, next));
    if (next == text.npos) return;
    text.remove_prefix(next);
    auto const [character, size] = entity_at(text);
    std::size_t const taken = std::max(size, size_of_tag(text));
    to.append(taken == 0 ? text.substr(0, 1) : std::string_view{character});
    text.remove_prefix(std::max<std::size_t>(taken, 1));
  }
}

/// Appends a text without the backslashes before characters that mean something to Markdown.
inline void append_unescaped(std::string& to, std::string_view text) {
  while (!text.empty()) {
    std::size_t const next = text.find('\\');
    to.append(text.substr(0, next));
    if (next == text.npos) return;
    text.remove_prefix(next);
    bool const is_escape =
        text.size() > 1 && std::string_view{"|_*[]<>#`\\~"}.find(text[1]) != text.npos;
    to.push_back(is_escape ? text[1] : '\\');
    text.remove_prefix(is_escape ? 2 : 1);
  }
}

}}}}  // namespace trace2::v0::read::surroundings
