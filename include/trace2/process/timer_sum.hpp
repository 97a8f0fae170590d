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
  unsigned recursion = 0;

  void start(std::int64_t now = clock::now()) noexcept {
    if (++recursion == 1) started = now;
  }

  /// False when the timer was not running.
  bool stop(std::int64_t now = clock::now()) noexcept {
    if (recursion == 0) return false;
    if (--recursion == 0) add(1, now - started, now - started, now - started);
    return true;
  }

  /// Forgets the finished intervals; the timer goes on running. Threads: any.
  void forget() noexcept {
    intervals.store_relaxed(0);
    total.store_relaxed(0);
    shortest.store_relaxed(0);
    longest.store_relaxed(0);
  }

  void fold(timer_sum const& other) noexcept {
    if (other.is_used())
      add(other.intervals.load_relaxed(), other.total.load_relaxed(), other.shortest.load_relaxed(),
          other.longest.load_relaxed());
  }
  bool is_used() const noexcept { return intervals.load_relaxed() != 0; }

 private:
  void add(std::uint64_t count, std::int64_t sum, std::int64_t least, std::int64_t most) noexcept {
    if (!is_used() || least < shortest.load_relaxed()) shortest.store_relaxed(least);
    if (most > longest.load_relaxed()) longest.store_relaxed(most);
    total.add_by_owner(sum);
    intervals.add_by_owner(count);
  }
};

}}}  // namespace trace2::v0::detail
