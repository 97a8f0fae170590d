// The right to change the targets of a session, or to end it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/shield.hpp>
#include <trace2/detail/system/sink_system.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// One thread has it at a time. A forked child doesn't wait for a thread of its parent.
class session_turn {
 public:
  /// Waits, but for two seconds at most.
  [[gnu::cold]] session_turn() noexcept {
    constexpr int most = 2000;  // milliseconds
    cancellation_shield const uncancelled;
    watch_forks();
    for (int i = 0; i < most && !is_ours_; ++i) {
      if (i != 0) sink_system::pause(1);
      is_ours_ = lock_.try_lock();
    }
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
