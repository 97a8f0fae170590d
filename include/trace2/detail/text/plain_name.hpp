// Names that are constants of a program, and become part of lines as they are.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/value/utf8.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// True for a name that every format writes without escapes: well-formed UTF-8, not empty, without
/// quotes, backslashes, TAB, and what is unsafe on a terminal.
constexpr bool is_plain_name(std::string_view name) noexcept {
  for (std::size_t at = 0; at < name.size();) {
    auto const [character, size] = utf8_character_at(name, at);
    if (character == utf8_character::ill_formed || character == '"' || character == '\\' ||
        character == '\t' || is_unsafe_on_terminal(character))
      return false;
    at += size;
  }
  return !name.empty();
}

/// The same of a member's name that only a constant expression may look at.
template <class Member>
inline constexpr bool has_plain_name = is_plain_name(Member::name);

}}}  // namespace trace2::v0::detail
