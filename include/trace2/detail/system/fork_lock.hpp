// A lock for which nobody waits. In the child of a fork it is free, even if another thread held it
// during the fork.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/fork_count.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised. Somebody has called `watch_forks` before the first use. Threads:
/// any, also in a signal handler.
class fork_lock {
 public:
  /// False while another thread holds the lock, or the calling one.
  [[nodiscard]] bool try_lock() noexcept {
    unsigned const seen = holder_.load_relaxed();
    unsigned const own = fork_count::current();
    // A holder of another count is a thread of the parent, which doesn't exist here.
    return seen != own && holder_.compare_exchange(seen, own);
  }
  void unlock() noexcept { holder_.store_release(nobody); }
  bool is_held() const noexcept { return holder_.load_acquire() == fork_count::current(); }

 private:
  static constexpr unsigned nobody = 0;

  atomic<unsigned> holder_{nobody};
};

}}}  // namespace trace2::v0::detail
