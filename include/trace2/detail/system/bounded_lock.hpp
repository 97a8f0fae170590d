// The lock that sinks hold while they write a line. Unlike a pthread mutex it gives up after a
// while and may be taken in a signal handler. In the child of a fork it is free, even if another
// thread held it during the fork.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

template <class System = sink_system>
class basic_bounded_lock {
 public:
  static constexpr std::int64_t longest_wait = 40'000'000;  ///< nanoseconds

  basic_bounded_lock() noexcept { watch_forks(); }
  basic_bounded_lock(basic_bounded_lock const&) = delete;
  basic_bounded_lock& operator=(basic_bounded_lock const&) = delete;

  /// When a wait that begins now has been too long, in nanoseconds of the monotonic clock.
  static std::int64_t deadline() noexcept { return System::monotonic_nanoseconds() + longest_wait; }

  /// False when others have held the lock for too long.
  [[nodiscard]] bool lock() noexcept { return lock_.try_lock() || wait(deadline()); }
  /// The same, with one deadline for several locks; 0: doesn't wait.
  [[nodiscard]] bool lock(std::int64_t deadline) noexcept {
    return lock_.try_lock() || (deadline != 0 && wait(deadline));
  }
  void unlock() noexcept { lock_.unlock(); }

 private:
  [[gnu::noinline]] bool wait(std::int64_t deadline) noexcept {
    cancellation_guard const uncancelled;
    for (int round = 0; System::monotonic_nanoseconds() < deadline; ++round) {
      if (round < rounds_before_pause)
        System::yield();
      else
        System::pause(1);
      if (lock_.try_lock()) return true;
    }
    return false;
  }

  static constexpr int rounds_before_pause = 20;

  fork_lock lock_;
};

}}}  // namespace trace2::v0::detail
