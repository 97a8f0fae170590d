// Waits that end, even if the other thread never does its part. The fork lock for which a thread
// may wait is not in fork_lock.hpp, because units that only instrument need no code for waiting.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Lasts for at most about that number of milliseconds, and is no cancellation point:
///
///     bounded_wait wait{50};
///     while (is_busy() && wait.pause()) {
///     }
///
/// Threads: any, also in a signal handler.
struct bounded_wait {
  int milliseconds_left;

  /// Lets other threads go on for a millisecond; false, and at once, when the time is over.
  bool pause() noexcept {
    if (milliseconds_left <= 0) return false;
    --milliseconds_left;
    cancellation_guard const uncancelled;
    sink_system::pause(1);
    return true;
  }
};

/// A fork lock for which a thread may wait.
class timed_fork_lock : public fork_lock {
 public:
  /// Waits until the lock is free, but not longer than this.
  [[nodiscard, gnu::cold]] bool lock(int milliseconds) noexcept {
    for (bounded_wait wait{milliseconds}; !try_lock();)
      if (!wait.pause()) return false;
    return true;
  }
};

}}}  // namespace trace2::v0::detail
