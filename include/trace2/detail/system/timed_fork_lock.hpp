// A fork lock for which a thread may wait. Apart from it, because units that only instrument would
// have to know how.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/fork_lock.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

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
