// The bytes that functions append to a buffer, as a string.
#pragma once

#include <trace2/value/buffer.hpp>

#include <string>

namespace support {

/// Calls `append(out, arguments...)` with an empty buffer and returns its content.
template <class Append, class... Arguments>
std::string appended(Append append, Arguments const&... arguments) {
  trace2::buffer out;
  append(out, arguments...);
  return std::string{out.view()};
}

}  // namespace support
