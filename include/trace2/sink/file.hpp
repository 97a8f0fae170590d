// The sink that appends lines to the file at a path.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/sink/descriptor.hpp>

#include <fcntl.h>

namespace trace2 { inline namespace v0 {

namespace detail {

/// The flags with which the library opens files (R-DST-04). Close-on-exec, because children open
/// their own (R-LIM-10); O_NONBLOCK, because a FIFO without reader would block the open (R-DST-26).
inline constexpr int append_flags =
    O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | own_mark;
inline constexpr mode_t append_mode = 0666;  // as Git, less the umask

/// Opens the file, FIFO or device at the path for appending; creates a file if there is none.
/// `further` are flags of open(2).
template <class System = sink_system>
owned_descriptor open_file(char const* path, int further = 0) noexcept {
  return {move_away<System>(System::open(path, append_flags | further, append_mode))};
}

}  // namespace detail

/// Appends to the file at a path. Lifetime: the file stays open as long as the sink lives. Threads:
/// several sinks, threads and processes may append to one file. Errors: as of a descriptor sink; if
/// the file can't be opened, `error` says why.
template <class System = detail::sink_system>
class basic_file_sink : public basic_descriptor_sink<System> {
 public:
  /// Opens the file for appending, and creates it with mode 0666 less the umask if there is none.
  /// See `error` afterwards.
  explicit basic_file_sink(char const* path) noexcept
      : basic_descriptor_sink<System>{detail::open_file<System>(path)} {}
};

/// The sink that programs name.
using file_sink = basic_file_sink<>;

}}  // namespace trace2::v0
