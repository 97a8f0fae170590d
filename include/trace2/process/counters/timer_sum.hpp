// The sums of a timer in one thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// A timer's intervals in one thread, in ticks of the clock (R-TMR-01).
struct timer_sum {
  atomic<std::uint64_t> intervals{0};
  atomic<std::int64_t> total{0};
  atomic<std::int64_t> shortest{0};
  atomic<std::int64_t> longest{0};
  std::int64_t started = 0;
  atomic<std::int64_t> forgotten{0};  ///< the moment of the last `forget`
  unsigned recursion = 0;
  unsigned left_over = 0;  ///< starts before that moment whose stops may still come

  void start(std::int64_t now = clock::now()) noexcept {
    if (++recursion == 1)
      started = now;
    else if (started < forgotten.load_relaxed()) [[unlikely]]
      start_anew(now);
  }

  /// False when the timer was not running.
  bool stop(std::int64_t now = clock::now()) noexcept {
    if (recursion == 0) [[unlikely]]
      return left_over != 0 && left_over-- != 0;
    if (--recursion == 0) add(1, now - started, now - started, now - started);
    return true;
  }

  /// Forgets the finished intervals. A timer that runs goes on until it is stopped, or started
  /// anew: its stop may have come while no session counted it. Threads: any.
  void forget(std::int64_t now = clock::now()) noexcept {
    forgotten.store_relaxed(now);
    intervals.store_relaxed(0);
    total.store_relaxed(0);
    shortest.store_relaxed(0);
    longest.store_relaxed(0);
  }

  /// Adds what another thread has measured. Always true, because it needs no room.
  [[gnu::noinline]] bool fold(timer_sum const& other) noexcept {
    if (other.is_used())
      add(other.intervals.load_relaxed(), other.total.load_relaxed(), other.shortest.load_relaxed(),
          other.longest.load_relaxed());
    return true;
  }
  bool is_used() const noexcept { return intervals.load_relaxed() != 0; }

 private:
  [[gnu::noinline, gnu::cold]] void start_anew(std::int64_t now) noexcept {
    left_over += recursion - 1;
    recursion = 1;
    started = now;
  }

  void add(std::uint64_t count, std::int64_t sum, std::int64_t least, std::int64_t most) noexcept {
    if (!is_used() || least < shortest.load_relaxed()) shortest.store_relaxed(least);
    if (most > longest.load_relaxed()) longest.store_relaxed(most);
    total.add_by_owner(sum);
    // A thread that sees the number also sees the time (sum_snapshot.hpp).
    intervals.store_release(intervals.load_relaxed() + count);
  }
};

}}}  // namespace trace2::v0::detail
