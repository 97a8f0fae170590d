// The descriptors that the library opens for itself.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/open_mode.hpp>
#include <trace2/detail/system/sink_system.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// The flag that marks the library's own files. The flag has no effect on a file, so no program
/// sets it, but the system remembers it.
#if TRACE2_DETAIL_HAS_LINUX
inline constexpr open_mode own_mark = open_mode::marked;
#else
inline constexpr open_mode own_mark{};
#endif

/// Number of descriptors that the library has opened so far. A new one may have the number of an
/// older one.
inline constinit atomic<unsigned> opened_descriptors{0};

/// Moves a descriptor that was just opened out of the program's way; returns a negative one as it
/// is.
///
/// The new number is never 0, 1 or 2 (R-DST-09), and high if possible: the program then gets the
/// numbers that it would get without tracing. When the program closes numbers that it doesn't know,
/// the files that it opens next seldom get one of them.
template <class System = sink_system>
int move_away(int fd) noexcept {
  constexpr int usual = 960;  // below 1024, the usual limit
  constexpr int reserve = 64;
  constexpr int least = 3;
  if (fd < 0) return fd;
  opened_descriptors.fetch_add(1);
  int const highest = System::descriptor_limit() - reserve;
  int const preferred = highest < usual ? highest : usual;
  int moved = preferred < least ? -1 : System::duplicate(fd, preferred);
  if (moved < 0) {
    if (fd >= least) return fd;
    moved = System::duplicate(fd, least);
  }
  System::close(fd);
  return moved;
}

}}}  // namespace trace2::v0::detail
