// The sink that appends lines to the file at a path.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/sink/descriptor.hpp>

namespace trace2 { inline namespace v0 {

namespace detail {

/// How the library opens files that exist (R-DST-04). Without waiting, because a FIFO without
/// reader would block the open (R-DST-26). Children open their own (R-LIM-10).
inline constexpr open_mode append_mode =
    open_mode::append | open_mode::without_waiting | own_mark;
inline constexpr unsigned append_permissions = 0666;  // as Git, less the umask

/// Opens the file, FIFO or device at the path for appending; creates a file if there is none.
template <class System = sink_system>
owned_descriptor open_file(char const* path, open_mode further = {}) noexcept {
  constexpr open_mode mode = append_mode | open_mode::or_create;
  return {move_away<System>(System::open(path, mode | further, append_permissions))};
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
