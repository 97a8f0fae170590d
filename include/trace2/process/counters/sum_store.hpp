// The storage behind timers and counters: the sums of a thread, and the part of a thread's context
// that has them. Units that count see no more of it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/counters/cell_table.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/timer_sum.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// A counter's sum in one thread (R-CTR-01).
struct counter_sum {
  atomic<std::uint64_t> count{0};

  void add(std::uint64_t amount) noexcept { count.add_by_owner(amount); }
  bool fold(counter_sum const& other) noexcept { return add(other.count.load_relaxed()), true; }
  void forget() noexcept { count.store_relaxed(0); }
  bool is_used() const noexcept { return count.load_relaxed() != 0; }
};

/// The sums of timers and counters of one thread, or of all threads that have ended, and how many
/// tasks those have ended.
class sum_store : cell_table<timer_sum>, cell_table<counter_sum> {
 public:
  sum_store() noexcept = default;
  sum_store(sum_store const&) = delete;
  sum_store& operator=(sum_store const&) = delete;
  ~sum_store() { release(); }

  /// The sums of timers for `timer_sum`, of counters for `counter_sum`.
  template <class Sum>
  cell_table<Sum>& of() noexcept {
    return *this;
  }
  template <class Sum>
  cell_table<Sum> const& of() const noexcept {
    return *this;
  }

  /// Adds the sums of another thread; false when memory ran out for some. Threads: the owner.
  bool fold(sum_store const& part) noexcept {
    ended_tasks.fold(part.ended_tasks);
    bool const has_timers = fold<timer_sum>(part);
    return fold<counter_sum>(part) && has_timers;
  }

  /// Gives the room for lengths back. Threads: the owner, while nobody reads.
  void release() noexcept {
    of<timer_sum>().for_each([](timer_sum& sum) { sum.release(); });
  }

  /// Threads: the owner, while nobody reads. Allocates nothing.
  [[gnu::cold]] void clear() noexcept {
    of<timer_sum>().for_each([](timer_sum& sum) { sum.clear(); });
    of<counter_sum>().clear();
    ended_tasks.forget();
  }

  /// Sets the sums of timers and counters to zero. Threads: any; an addition at the same moment may
  /// survive.
  void forget(std::int64_t now = clock::now()) noexcept {
    of<timer_sum>().for_each([now](timer_sum& sum) { sum.forget(now); });
    of<counter_sum>().for_each([](counter_sum& sum) { sum.forget(); });
  }

  counter_sum ended_tasks;

 private:
  template <class Sum>
  bool fold(sum_store const& part) noexcept {
    bool has_room = true;
    sum_definitions<Sum>.for_each([&](sum_definition const& definition) {
      Sum const* const from = part.of<Sum>().find(definition.number);
      if (from == nullptr || !from->is_used()) return;
      Sum* const into = of<Sum>().get(definition.number);
      if (into == nullptr || !into->fold(*from)) has_room = false;
    });
    return has_room;
  }
};

class thread_registry;

/// The part of a thread's context that timers and counters use. The rest is `thread_context`, which
/// the registry of threads makes.
class summing_thread {
 public:
  summing_thread(summing_thread const&) = delete;
  summing_thread& operator=(summing_thread const&) = delete;

  /// That of the calling thread; null when it has no context.
  static summing_thread* known() noexcept { return known_; }

  sum_store sums;

 protected:
  summing_thread() noexcept = default;
  ~summing_thread() = default;

 private:
  friend class thread_registry;

  static inline constinit thread_local summing_thread* known_ = nullptr;
};

}}}  // namespace trace2::v0::detail
