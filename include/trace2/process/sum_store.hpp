// The storage behind timers and counters: the definitions of the process, and the sums of a thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/cell_table.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A counter's sum in one thread (R-CTR-01).
struct counter_sum {
  atomic<std::uint64_t> count{0};

  void add(std::uint64_t amount) noexcept { count.add_by_owner(amount); }
  void fold(counter_sum const& other) noexcept { add(other.count.load_relaxed()); }
  void forget() noexcept { count.store_relaxed(0); }
  bool is_used() const noexcept { return count.load_relaxed() != 0; }
};

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

/// The names of a timer or counter. Lifetime: the process.
struct sum_definition {
  std::string_view category;
  std::string_view name;
  bool per_thread{};
  unsigned number{};
  atomic<sum_definition*> next{nullptr};
};

/// All timers, or all counters, of the process in the order of their numbers (R-CTR-03). Threads:
/// any may define and iterate at the same time. There is no lock: in the child of a fork nobody
/// would ever release one that another thread held.
class sum_registry {
 public:
  /// Returns the number of a definition, the same for equal arguments; 0 when memory ran out.
  unsigned define(std::string_view category, std::string_view name, bool per_thread) noexcept {
    sum_definition* added = nullptr;
    atomic<sum_definition*>* end = &first_;
    for (unsigned number = 1;;) {
      if (auto* const definition = end->load_acquire(); definition != nullptr) {
        if (definition->category == category && definition->name == name &&
            definition->per_thread == per_thread) {
          std::free(added);
          return definition->number;
        }
        end = &definition->next;
        ++number;
        continue;
      }
      if (added == nullptr) added = make(category, name, per_thread);
      if (added == nullptr) return 0;
      added->number = number;
      if (end->compare_exchange(nullptr, added)) return number;
    }
  }

  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (auto const* definition = first_.load_acquire(); definition != nullptr;
         definition = definition->next.load_acquire())
      visit(*definition);
  }

 private:
  static sum_definition* make(std::string_view category, std::string_view name,
                              bool per_thread) noexcept {
    auto* const memory =
        static_cast<char*>(std::malloc(sizeof(sum_definition) + category.size() + name.size()));
    if (memory == nullptr) return nullptr;
    char* const text = memory + sizeof(sum_definition);
    std::memcpy(text, category.data(), category.size());
    std::memcpy(text + category.size(), name.data(), name.size());
    return ::new (memory) sum_definition{view_of(text, category.size()),
                                         view_of(text + category.size(), name.size()), per_thread};
  }

  atomic<sum_definition*> first_{nullptr};
};

/// All timers of the process for `timer_sum`, all counters for `counter_sum`.
template <class Sum>
inline constinit sum_registry sum_definitions;

/// The sums of timers and counters of one thread, or of all threads that have ended.
class sum_store : cell_table<timer_sum>, cell_table<counter_sum> {
 public:
  /// The sums of timers for `timer_sum`, of counters for `counter_sum`.
  template <class Sum>
  cell_table<Sum>& of() noexcept {
    return *this;
  }
  template <class Sum>
  cell_table<Sum> const& of() const noexcept {
    return *this;
  }

  /// Adds the sums of another thread. Threads: the owner.
  void fold(sum_store const& part) noexcept {
    fold<timer_sum>(part);
    fold<counter_sum>(part);
  }

  /// Threads: the owner, while nobody reads.
  void clear() noexcept {
    of<timer_sum>().clear();
    of<counter_sum>().clear();
  }

  /// Sets the sums to zero. Threads: any; an addition at the same moment may survive.
  void forget() noexcept {
    of<timer_sum>().for_each([](timer_sum& sum) { sum.forget(); });
    of<counter_sum>().for_each([](counter_sum& sum) { sum.forget(); });
  }

 private:
  template <class Sum>
  void fold(sum_store const& part) noexcept {
    sum_definitions<Sum>.for_each([&](sum_definition const& definition) {
      Sum const* const from = part.of<Sum>().find(definition.number);
      if (from == nullptr || !from->is_used()) return;
      if (Sum* const into = of<Sum>().get(definition.number); into != nullptr) into->fold(*from);
    });
  }
};

}}}  // namespace trace2::v0::detail
