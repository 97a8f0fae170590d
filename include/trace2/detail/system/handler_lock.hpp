// The guard of a lock that a signal handler may ask for while its own thread holds it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/mutex.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Holds a lock for the scope, and waits for it as `Lock::lock(how)` does. Gives up at once if its
/// own thread has, or is about to get, a lock of this type: a handler, or the program's allocator,
/// has interrupted that thread and would wait for ever. Converts to false without the lock.
template <class Lock, class Wait>
class [[nodiscard]] handler_lock {
 public:
  explicit handler_lock(Lock& wanted, Wait how) noexcept
      : held_{wanted, mark_.was_set ? Wait{} : how} {}
  explicit operator bool() const noexcept { return static_cast<bool>(held_); }

 private:
  static inline constinit thread_local bool is_asked_for_ = false;

  struct mark {
    ~mark() { is_asked_for_ = was_set; }
    bool const was_set = exchange(is_asked_for_, true);
  };

  // Set before the lock is taken, and until it is free again.
  mark const mark_{};
  lock_attempt<Lock> const held_;
};

}}}  // namespace trace2::v0::detail
