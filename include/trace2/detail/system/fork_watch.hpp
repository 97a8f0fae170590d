// Counts the forks of the process, and calls functions around each. The count itself is in
// fork_count.hpp, because units that only read it need no header of the system.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/system_calls.hpp>

#ifndef _WIN32
#  include <pthread.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Calls `before` in the parent before each fork, and `in_child` in the child behind it; either may
/// be null. Can't be taken back. Does nothing where processes don't fork.
inline void at_fork([[maybe_unused]] void (*before)(),
                    [[maybe_unused]] void (*in_child)()) noexcept {
#ifndef _WIN32
  ::pthread_atfork(before, nullptr, in_child);
#endif
}

/// From now on, `fork_count` differs between a process and its parent. Threads: any.
[[gnu::noinline]] inline void watch_forks() noexcept {
  if (fork_count::is_watched_.exchange(true)) return;
  at_fork(
      []() noexcept { fork_count::was_alone_.store_relaxed(system_calls::is_single_threaded()); },
      []() noexcept {
        fork_count::count_.fetch_add(1);
        if (!fork_count::was_alone_.load_relaxed())
          fork_count::has_left_threads_.store_relaxed(true);
      });
}

}}}  // namespace trace2::v0::detail
