// Tells a process from the one it was forked from without a system call: what a lock or a half-sent
// line means to the parent it doesn't mean to the child.
#pragma once

#include <trace2/detail/system/atomic.hpp>

#include <pthread.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Threads: all functions may be called from any thread; `current` from a signal handler as well.
class fork_count {
 public:
  /// Never 0, and in the child of a fork another number than in its parent, once `watch` was
  /// called.
  static unsigned current() noexcept { return count_.load_relaxed(); }

  static void watch() noexcept {
    if (!watched_.exchange(true))
      ::pthread_atfork(nullptr, nullptr, []() noexcept { count_.fetch_add(1); });
  }

 private:
  static inline constinit atomic<unsigned> count_{1};
  static inline constinit atomic<bool> watched_{false};
};

}}}  // namespace trace2::v0::detail
