// The check of text that the program passes as JSON. Runs before the text becomes part of an EVENT
// line, because one malformed line makes readers drop a whole process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_cursor.hpp>
#include <trace2/detail/text/json_escape.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/utf8.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The policy for strings that no reader refuses: well-formed UTF-8, escaped surrogates in pairs.
struct strict_json_strings {
  static constexpr char const* find_special(char const* at, char const* end) noexcept {
    while (at != end && plain_in_json(*at)) ++at;
    return at;
  }
  static constexpr char const* behind(char const* at, char const* end) noexcept {
    utf8_character const character = utf8_character_at({at, static_cast<std::size_t>(end - at)}, 0);
    bool const is_allowed = character.is_well_formed() && character.code_point >= 0x80;
    return is_allowed ? at + character.size : nullptr;
  }
  static constexpr bool allows(json_escape escape) noexcept { return !escape.is_half(); }
};

/// True for exactly one JSON value (RFC 8259) in well-formed UTF-8, nested at most 64 deep, in
/// which surrogate escapes come in pairs. Linear in the size of the text.
constexpr bool is_json(std::string_view text) noexcept {
  json_cursor<strict_json_strings> cursor{text.data(), text.data() + text.size()};
  if (!cursor.value()) return false;
  cursor.skip_blanks();
  return cursor.at == cursor.end;
}

/// Appends JSON as one line, without its line breaks (LF and CR) and the blanks behind them
/// (R-JSN-05). Strings stay as they are, because line breaks in them are escaped.
inline void append_compact_json(buffer& out, std::string_view json) noexcept {
  static constexpr byte_set line_breaks{"\r\n"};
  static constexpr byte_set indentation{"\r\n "};
  for (std::size_t at = 0; at < json.size();) {
    std::size_t const line_end = line_breaks.find(json, at);
    out.append(json.substr(at, line_end - at));
    at = indentation.skip(json, line_end);
  }
}

}}}  // namespace trace2::v0::detail
