// A turn at the registry of threads, which signal handlers may ask for too.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/mutex.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Holds the registry's mutex. False if another thread has it and the caller must not wait, and in
/// the handler of a signal that has interrupted a turn of the same thread: the handler may call
/// exit(), and would wait for ever.
class registry_turn {
 public:
  explicit registry_turn(mutex& wanted, bool may_wait = true) noexcept
      : held_{wanted, may_wait && !mark_.was_set} {}
  explicit operator bool() const noexcept { return static_cast<bool>(held_); }

 private:
  static inline constinit thread_local bool is_changing_ = false;

  struct mark {
    ~mark() { is_changing_ = was_set; }
    bool const was_set = exchange(is_changing_, true);
  };

  // Set before the mutex is taken, and until it is free again.
  mark const mark_{};
  lock_attempt<mutex> const held_;
};

}}}  // namespace trace2::v0::detail
