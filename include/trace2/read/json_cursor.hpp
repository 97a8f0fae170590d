// The cursor with which readers take JSON apart: the library's grammar with tolerant strings.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_cursor.hpp>
#include <trace2/detail/text/json_escape.hpp>
#include <trace2/read/string_end.hpp>

namespace trace2 { inline namespace v0 { namespace read {

/// Accepts the ill-formed strings that writers produce: Git passes ill-formed UTF-8 through
/// (R-JSN-02), others escape half of a surrogate pair.
struct loose_json_strings {
  special_finder specials{};

  [[gnu::always_inline]] char const* find_special(char const* at, char const* end) noexcept {
    return specials.next(at, end);
  }
  static constexpr char const* behind(char const*, char const*) noexcept { return nullptr; }
  static constexpr bool allows(detail::json_escape) noexcept { return true; }
};

using json_cursor = detail::json_cursor<loose_json_strings>;

}}}  // namespace trace2::v0::read
