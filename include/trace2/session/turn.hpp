// The right to change the targets of a session, or to end it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// One thread has it at a time. A forked child doesn't wait for a thread of its parent.
class session_turn {
 public:
  /// Waits, but for two seconds at most.
  [[gnu::cold]] session_turn() noexcept {
    watch_forks();
    bounded_wait wait{2000};
    do {
      is_ours_ = lock_.try_lock();
    } while (!is_ours_ && wait.pause());
  }
  session_turn(session_turn const&) = delete;
  session_turn& operator=(session_turn const&) = delete;
  ~session_turn() {
    if (is_ours_) lock_.unlock();
  }
  explicit operator bool() const noexcept { return is_ours_; }

 private:
  static inline constinit fork_lock lock_;
  bool is_ours_ = false;
};

}}}  // namespace trace2::v0::detail
