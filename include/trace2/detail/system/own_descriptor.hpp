// Descriptors that the library opens for itself.
#pragma once

#include <trace2/detail/system/sink_system.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Moves a descriptor that was just opened out of the program's way, and passes a negative one on.
///
/// Never 0, 1 or 2 (R-DST-09), and high if possible: the program gets the numbers that it would get
/// without tracing, and when it closes descriptors it doesn't know, as daemons do, what it opens
/// next doesn't become the trace's destination.
template <class System = sink_system>
int move_away(int fd) noexcept {
  constexpr int preferred = 960;  // below 1024, the usual limit
  constexpr int least = 3;
  if (fd < 0) return fd;
  int moved = System::duplicate(fd, preferred);
  if (moved < 0) {
    if (fd >= least) return fd;
    moved = System::duplicate(fd, least);
  }
  System::close(fd);
  return moved;
}

}}}  // namespace trace2::v0::detail
