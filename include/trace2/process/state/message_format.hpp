// The message of an event, formatted as printf does.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Formats a message into `out`; a null or empty format means no message (R-EVT-09).
inline std::string_view format_message(buffer& out, char const* format,
                                       std::va_list values) noexcept {
  if (format == nullptr || *format == '\0') return {};
  out.clear();
  out.reserve(128);
  for (;;) {
    std::size_t const room = out.capacity();
    std::va_list copy;
    va_copy(copy, values);
// The compiler has checked the format where the program calls.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int const size = std::vsnprintf(out.data(), room, format, copy);
#pragma GCC diagnostic pop
    va_end(copy);
    if (size < 0) return format;
    if (static_cast<std::size_t>(size) < room) {
      out.commit(static_cast<std::size_t>(size));
      return out.view();
    }
    if (!out.reserve(static_cast<std::size_t>(size) + 1)) return format;
  }
}

}}}  // namespace trace2::v0::detail
