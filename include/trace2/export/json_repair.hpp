// JSON as a trace holds it, made fit for strict readers.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/read/json_reader.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

namespace repair {

/// Size of the escape at the front of a text, or of two that are one character; 0 for half a
/// character, which many readers refuse.
inline std::size_t escape_size(std::string_view text) noexcept {
  constexpr std::size_t unit_size = std::string_view{"\\u0000"}.size();
  if (text[1] != 'u') return 2;
  char32_t const unit = detail::code_unit(text.data() + 2);
  if (unit < 0xd800 || unit > 0xdfff) return unit_size;
  bool const has_other_half = unit <= 0xdbff && text.substr(unit_size, 2) == "\\u";
  if (!has_other_half) return 0;
  char32_t const low = detail::code_unit(text.data() + unit_size + 2);
  return low >= 0xdc00 && low <= 0xdfff ? 2 * unit_size : 0;
}

}  // namespace repair

/// Appends text that a `json_scanner` has passed, with U+FFFD in place of ill-formed UTF-8 and of
/// escaped halves of surrogate pairs.
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
    std::size_t const size = repair::escape_size(json.substr(at));
    out.append(size == 0 ? std::string_view{"\\ufffd"} : json.substr(at, size));
    at += size == 0 ? std::string_view{"\\ufffd"}.size() : size;
  }
}

}}}  // namespace trace2::v0::exporter
