// Messages to the person who switched tracing on: one line on standard error, in one write, without
// stdio (the program may have it locked), without touching `errno`, and without blocking or ending
// a program whose standard error nobody reads.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <climits>
#include <initializer_list>
#include <string_view>

#include <sys/types.h>

namespace trace2 { inline namespace v0 { namespace detail {

// Cold functions, here and elsewhere, are compiled for size: programs hold them, but hardly run
// them.

/// Writes a line, or drops it if standard error has no room for it in a reasonable time.
[[gnu::cold]] inline void write_to_standard_error(std::string_view line) noexcept {
  constexpr int longest_wait = 20;  // milliseconds
  constexpr int standard_error = 2;
  cancellation_guard const uncancelled;
  signal_guard closed_pipe{sink_system::signal_of_closed_pipe};
  signal_guard full_file{sink_system::signal_of_full_file};
  signal_guard const background{sink_system::signal_of_terminal};
  file_status status;
  bool const is_file = sink_system::status(standard_error, status) == 0 && status.is_regular();
  auto const attempt = [&]() noexcept {
    return is_file ? sink_system::write(standard_error, line)
                   : sink_system::write_now(standard_error, line);
  };
  ssize_t written = sink_system::retry(attempt);
  if (written == -EAGAIN && sink_system::wait_writable(standard_error, longest_wait) > 0)
    written = sink_system::retry(attempt);
  full_file.watch(closed_pipe.watch(written));
}

/// The parts of a message, in a pair of braces.
using message_parts = std::initializer_list<std::string_view>;

[[gnu::cold]] inline void append_parts(buffer& line, message_parts parts) noexcept {
  for (std::string_view const part : parts) line.append(part);
}

/// Makes a text fit for one line. Control bytes become question marks, and what is too long for one
/// atomic write to a pipe is cut off.
[[gnu::cold]] inline void make_line(buffer& text) noexcept {
  text.truncate(system_calls::pipe_unit - 1);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
}

/// Writes "warning: " and the parts, joined, as one line to standard error. Without memory, one
/// that is longer than some other lines is cut off.
[[gnu::cold]] inline void warn(message_parts parts) noexcept {
  errno_guard const guard;
  char room[256];
  buffer without_memory{room, sizeof room};
  buffer grown;
  buffer& line = grown.reserve(system_calls::pipe_unit) ? grown : without_memory;
  line.append("warning: ");
  for (std::string_view const part : parts)
    line.append(part.substr(0, line.capacity() - 1 - line.size()));
  make_line(line);
  line.append('\n');
  write_to_standard_error(line.view());
}

/// The system's text for an `errno` value.
inline std::string_view error_text(int code) noexcept { return system_calls::strerror(code); }

}}}  // namespace trace2::v0::detail
