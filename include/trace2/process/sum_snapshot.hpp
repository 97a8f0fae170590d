// The sums of all timers and counters at one moment: a boundary of phases.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/counters/cell_table.hpp>
#include <trace2/process/counters/length_counts.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/counters/timer_sum.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/value/sum_scope.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// The sums of one thread, or of all threads, running or ended. Sums only grow while they aren't
/// forgotten, so that those of a phase are the difference of two snapshots. Each snapshot is the
/// end of one phase and the beginning of the next: so every addition is in one phase, also if
/// another thread makes it at that moment. Nothing is added to the cost of an addition.
///
/// A block of std::malloc: 16 bytes for each timer and counter of the program, and 15 KB for each
/// distribution_timer, whose untouched pages take no memory where there are many.
class sum_snapshot {
 public:
  /// A number of additions or intervals, and the length of the latter.
  struct sum {
    std::uint64_t count;
    std::int64_t ticks;
  };

  /// Null when memory ran out. Time: that of a look at each sum of each thread.
  static sum_snapshot* take(call_context const& s, sum_scope of) noexcept {
    last const timers = last_of<timer_sum>();
    last const counters = last_of<counter_sum>();
    void* const memory =
        std::calloc(1, sizeof(sum_snapshot) + (timers.number + counters.number) * sizeof(sum) +
                           timers.distribution * sizeof(lengths));
    if (memory == nullptr) return nullptr;
    auto* const taken = ::new (memory) sum_snapshot{
        s.now, of == sum_scope::per_thread ? s.thread->serial() : 0, timers, counters};
    if (taken->is_of_thread())
      taken->add(s.thread->sums);
    else
      all_threads.for_each_sums([&](sum_store const& sums) { taken->add(sums); });
    return taken;
  }

  std::int64_t taken_at() const noexcept { return taken_at_; }  ///< in ticks of the clock
  bool is_of_thread() const noexcept { return thread_ != 0; }

  /// True if the sums until `later` continue these: not in another process, session or thread.
  bool precedes(sum_snapshot const& later) const noexcept {
    return restarts_ == later.restarts_ && thread_ == later.thread_;
  }
  /// True if only the threads differ.
  bool is_of_another_thread(sum_snapshot const& later) const noexcept {
    return restarts_ == later.restarts_ && thread_ != later.thread_;
  }

  /// The sum of a timer, whatever thread has added to it.
  static sum value_of(timer_sum const& from) noexcept {
    // The thread adds the time of an interval first, and then its number, at once. Of a thread that
    // is interrupted in between, the time is in this phase, and the number in the next.
    constexpr int most = 100;
    // Each load comes before the next one.
    sum read{from.intervals.load_acquire(), from.total.load_acquire()};
    for (int i = 0; i < most; ++i) {
      sum const again{from.intervals.load_acquire(), from.total.load_acquire()};
      if (again.count == read.count && again.ticks == read.ticks) break;
      read = again;
    }
    return read;
  }

  /// The sum of a timer or counter between two snapshots.
  template <class Sum>
  sum since(sum_snapshot const& before, unsigned number) const noexcept {
    sum const then = before.at<Sum>(number);
    sum const now = at<Sum>(number);
    // Another thread may be setting the sums to zero, for a new session. A counter may go down.
    constexpr bool only_grows = !std::is_same_v<Sum, counter_sum>;
    if (only_grows && (now.count < then.count || now.ticks < then.ticks)) return {};
    return {now.count - then.count, now.ticks - then.ticks};
  }

  /// Calls `use(length, count)` for the intervals of a distribution_timer between two snapshots, by
  /// ascending lengths in ticks. An interval that another thread ends at that moment may be among
  /// those of the phase after the one that has its time.
  template <class Use>
  void for_each_length_since(sum_snapshot const& before, sum_definition const& timer,
                             Use&& use) const {
    lengths const* const now = lengths_of(timer);
    lengths const* const then = before.lengths_of(timer);
    if (now == nullptr) return;
    for (std::size_t i = 0; i < buckets::count; ++i) {
      std::uint64_t const earlier = then == nullptr ? 0 : then->counts[i];
      if (now->counts[i] <= earlier) continue;
      std::int64_t const middle = buckets::middle_of(i);
      std::int64_t const least = now->shortest;
      std::int64_t const most = now->longest;
      use(middle < least ? least : middle > most ? most : middle, now->counts[i] - earlier);
    }
  }

 private:
  using buckets = length_counts::buckets;

  /// The intervals of one distribution_timer: how many there were of each length.
  struct lengths {
    std::int64_t shortest;
    std::int64_t longest;
    std::uint64_t counts[buckets::count];
  };

  /// The last definition, by its numbers.
  struct last {
    unsigned number = 0;
    unsigned distribution = 0;
  };

  sum_snapshot(std::int64_t now, std::uint64_t thread, last timers, last counters) noexcept
      : taken_at_{now},
        thread_{thread},
        restarts_{all_threads.restarts_of_sums()},
        counters_begin_{timers.number},
        end_{timers.number + counters.number},
        distributions_{timers.distribution} {}

  template <class Sum>
  static last last_of() noexcept {
    last found;
    sum_definitions<Sum>.for_each([&](sum_definition const& each) {
      if (each.number >= cell_table<Sum>::capacity) return;
      found.number = each.number;
      if (each.distribution != 0) found.distribution = each.distribution;
    });
    return found;
  }

  struct range {
    unsigned begin;
    unsigned end;
  };
  range range_of(timer_sum const*) const noexcept { return {0, counters_begin_}; }
  range range_of(counter_sum const*) const noexcept { return {counters_begin_, end_}; }

  static sum value_of(counter_sum const& from) noexcept { return {from.count.load_relaxed(), 0}; }

  /// Numbers begin with 1. A definition that came later had no sum.
  template <class Sum>
  sum at(unsigned number) const noexcept {
    auto const [begin, end] = range_of(static_cast<Sum const*>(nullptr));
    return number > end - begin ? sum{} : sums()[begin + number - 1];
  }

  void add(sum_store const& from) noexcept {
    add_all<timer_sum>(from);
    add_all<counter_sum>(from);
  }
  template <class Sum>
  void add_all(sum_store const& from) noexcept {
    range const own = range_of(static_cast<Sum const*>(nullptr));
    sum_definitions<Sum>.for_each([&](sum_definition const& each) {
      auto const* const found = from.of<Sum>().find(each.number);
      if (each.number > own.end - own.begin || found == nullptr) return;
      sum const value = value_of(*found);
      sum& to = sums()[own.begin + each.number - 1];
      to.count += value.count;
      to.ticks += value.ticks;
      if constexpr (std::is_same_v<Sum, timer_sum>)
        if (each.distribution != 0) add_lengths(all_lengths()[each.distribution - 1], *found);
    });
  }
  static void add_lengths(lengths& to, timer_sum const& timer) noexcept {
    if (!timer.is_used()) return;
    distribution_of const from{timer};
    // All are zero before the first thread's.
    if (to.longest == 0 || from.shortest() < to.shortest) to.shortest = from.shortest();
    if (from.longest() > to.longest) to.longest = from.longest();
    for (std::size_t i = 0; i < buckets::count; ++i) to.counts[i] += from.count_in(i);
  }
  /// Null for a definition that came later.
  lengths const* lengths_of(sum_definition const& timer) const noexcept {
    if (timer.distribution > distributions_) return nullptr;
    return all_lengths() + (timer.distribution - 1);
  }
  lengths* all_lengths() noexcept { return reinterpret_cast<lengths*>(sums() + end_); }
  lengths const* all_lengths() const noexcept {
    return reinterpret_cast<lengths const*>(sums() + end_);
  }

  sum* sums() noexcept { return reinterpret_cast<sum*>(this + 1); }
  sum const* sums() const noexcept { return reinterpret_cast<sum const*>(this + 1); }

  std::int64_t taken_at_;
  std::uint64_t thread_;  ///< serial number of the only thread, or 0
  unsigned restarts_;
  unsigned counters_begin_;  ///< sums of timers come before
  unsigned end_;
  unsigned distributions_;
};

}}}  // namespace trace2::v0::detail
