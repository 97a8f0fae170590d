// The sums of a timer in one thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// A timer's intervals in one thread, in ticks of the clock (R-TMR-01).
struct timer_sum {
  /// How long the intervals were: length_counts, by the feature `detailed_sums`. It belongs to a
  /// generation of intervals, and is empty for each other one. Threads: the owner adds, any may
  /// read.
  class distribution {
   public:
    virtual void add(std::int64_t length, unsigned generation) noexcept = 0;
    /// Adds all to those of `into`. False when memory ran out.
    virtual bool fold_into(timer_sum& into, unsigned generation) const noexcept = 0;
    /// Ends its life.
    virtual void release() noexcept = 0;

   protected:
    ~distribution() = default;
  };

  atomic<std::uint64_t> intervals{0};
  atomic<std::int64_t> total{0};
  atomic<std::int64_t> shortest{0};
  atomic<std::int64_t> longest{0};
  std::int64_t started = 0;
  atomic<std::int64_t> forgotten{0};  ///< the moment of the last `forget`
  unsigned recursion = 0;
  unsigned left_over = 0;          ///< starts before that moment whose stops may still come
  atomic<unsigned> generation{0};  ///< the number of times that intervals were forgotten
  atomic<distribution*> lengths{nullptr};  ///< null if nobody counts them

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

  /// As `stop`, for a timer that keeps its lengths.
  bool stop_and_keep(std::int64_t now = clock::now()) noexcept {
    bool const is_outermost = recursion == 1;
    if (!stop(now)) return false;
    if (auto* const kept = lengths.load_relaxed(); is_outermost && kept != nullptr)
      kept->add(now - started, generation.load_relaxed());
    return true;
  }

  /// Forgets the finished intervals, and takes no time for their lengths. A timer that runs goes on
  /// until it is stopped, or started anew: its stop may have come while no session counted it.
  /// Threads: any, but only one at a time.
  void forget(std::int64_t now = clock::now()) noexcept {
    // First, because a fork may come at any moment: the child must not take lengths for its own.
    generation.store_relaxed(generation.load_relaxed() + 1);
    forgotten.store_relaxed(now);
    intervals.store_relaxed(0);
    total.store_relaxed(0);
    shortest.store_relaxed(0);
    longest.store_relaxed(0);
  }

  /// Makes it as new, but keeps the room for lengths. Threads: the owner, while nobody reads.
  void clear() noexcept {
    forget(0);
    started = 0;
    recursion = left_over = 0;
  }

  /// Gives that room back.
  void release() noexcept {
    if (auto* const kept = lengths.exchange(nullptr); kept != nullptr) kept->release();
  }

  /// Adds what another thread has measured. False when memory for lengths ran out.
  [[gnu::noinline]] bool fold(timer_sum const& other) noexcept {
    if (!other.is_used()) return true;
    add(other.intervals.load_relaxed(), other.total.load_relaxed(), other.shortest.load_relaxed(),
        other.longest.load_relaxed());
    auto const* const from = other.lengths.load_acquire();
    return from == nullptr || from->fold_into(*this, other.generation.load_relaxed());
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
