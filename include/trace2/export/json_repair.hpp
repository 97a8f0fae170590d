// Repairs JSON of a trace for strict readers.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_escape.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Appends JSON that a `json_scanner` has accepted. U+FFFD replaces ill-formed UTF-8 and escaped
/// halves of surrogate pairs.
inline void append_repaired_json(detail::buffer& out, std::string_view json) {
  for (std::size_t at = 0; at < json.size();) {
    std::size_t const begin = at;
    while (at < json.size() && detail::is_ascii(json[at]) && json[at] != '\\') ++at;
    out.append(json.substr(begin, at - begin));
    if (at == json.size()) return;
    if (json[at] != '\\') {
      at = detail::append_repaired_utf8(out, json, at);
      continue;
    }
    detail::json_escape const escape = detail::json_escape_at(json, at);
    out.append(escape.is_half() ? std::string_view{"\\ufffd"} : json.substr(at, escape.size));
    at += escape.size;
  }
}

}}}  // namespace trace2::v0::exporter
