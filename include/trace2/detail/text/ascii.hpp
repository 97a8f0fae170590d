// Character classes of configuration files and patterns: ASCII in every locale.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) noexcept { return is_upper(c) || is_lower(c); }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// A blank of a configuration file; vertical tab and form feed are none.
constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

constexpr char to_lower(char c) noexcept { return is_upper(c) ? static_cast<char>(c + 32) : c; }
constexpr char to_upper(char c) noexcept { return is_lower(c) ? static_cast<char>(c - 32) : c; }

[[gnu::noinline]] constexpr bool equal_ignoring_case(std::string_view a,
                                                     std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  return true;
}

[[gnu::noinline]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Calls `use` with each item between separators, without the blanks around it; empty items count
/// (R-SET-15).
template <class Use>
constexpr void for_each_item(std::string_view list, char separator, Use&& use) {
  for (;;) {
    std::size_t const end = list.find(separator);
    use(trimmed(list.substr(0, end)));
    if (end == std::string_view::npos) return;
    list.remove_prefix(end + 1);
  }
}

}}}  // namespace trace2::v0::detail
