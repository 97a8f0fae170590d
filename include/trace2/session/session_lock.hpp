// The lock of a thread that changes the targets of a session, or ends it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/mutex.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Waits for two seconds at most. A forked child doesn't wait for a thread of its parent.
[[gnu::cold]] inline lock_attempt<timed_fork_lock> lock_session() noexcept {
  static constinit timed_fork_lock changing;
  watch_forks();
  return lock_attempt{changing, 2000};
}

}}}  // namespace trace2::v0::detail
