// Compares lines of text formats with those that EVENT has carried.
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace support {

/// Text in which ill-formed UTF-8 is replaced, as in EVENT.
inline std::string well_formed(std::string_view text) {
  trace2::buffer json;
  trace2::detail::append_json_escaped(json, text);
  std::string result{json.view()};
  for (std::size_t at = 0; (at = result.find("\\ufffd", at)) != result.npos;)
    result.replace(at, 6, "\xef\xbf\xbd");
  return result;
}

}  // namespace support
