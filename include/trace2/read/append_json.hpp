// Values and texts as JSON, for programs that turn traces into the files of other programs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_escape.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/utf8.hpp>

#include <cstddef>
#include <string_view>

// Memory and errors: if memory runs out, `out.failed()` becomes true. Threads: any, each with a
// buffer of its own. Cost: linear.

namespace trace2 { inline namespace v0 { namespace read {

/// Appends a value as JSON, as EVENT lines spell it: a described struct as an object without its
/// absent members, a range as an array, a map as an object, a duration as seconds, an infinite
/// number as null, a text as a string of well-formed UTF-8. A type with
/// `void append_json(trace2::buffer& out) const noexcept` writes itself.
template <class T>
void append_json(buffer& out, T const& value) noexcept {
  detail::append_json(out, value);
}

/// Appends any bytes as a JSON string, with Git's escapes (R-JSN-01). Each ill-formed piece of
/// UTF-8 becomes U+FFFD.
inline void append_json_string(buffer& out, std::string_view text) noexcept {
  detail::append_json_string(out, text);
}

/// As `append_json_string`, without the quotes around the text.
inline void append_json_escaped(buffer& out, std::string_view text) noexcept {
  detail::append_json_escaped(out, text);
}

/// Appends a JSON text of a trace in a form that strict readers accept: ill-formed UTF-8, and each
/// backslash that begins no character, such as that of half a surrogate pair, become U+FFFD. All
/// else stays as it is.
inline void append_repaired_json(buffer& out, std::string_view json) noexcept {
  for (std::size_t at = 0; at < json.size();) {
    std::size_t const begin = at;
    while (at < json.size() && is_ascii(json[at]) && json[at] != '\\') ++at;
    out.append(json.substr(begin, at - begin));
    if (at == json.size()) return;
    if (json[at] != '\\') {
      at = append_repaired_utf8(out, json, at);
      continue;
    }
    detail::json_escape const escape = detail::json_escape_at(json, at);
    bool const is_character = escape.size != 0 && !escape.is_half();
    out.append(is_character ? json.substr(at, escape.size) : std::string_view{"\\ufffd"});
    at += escape.size != 0 ? escape.size : 1;
  }
}

}}}  // namespace trace2::v0::read
