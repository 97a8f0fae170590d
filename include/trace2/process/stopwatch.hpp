// The storage behind timers and counters: who they are, and what one thread has summed up.
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/process/cell_table.hpp>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A counter's sum in one thread (R-CTR-01).
struct counter_cell {
  atomic<std::uint64_t> count{0};

  void add(std::uint64_t amount) noexcept { count.add_by_owner(amount); }
  void fold(counter_cell const& other) noexcept { add(other.count.load_relaxed()); }
  bool is_used() const noexcept { return count.load_relaxed() != 0; }
};

/// A timer's intervals in one thread, in ticks of the clock (R-TMR-01).
struct timer_cell {
  atomic<std::uint64_t> intervals{0};
  atomic<std::int64_t> total{0};
  atomic<std::int64_t> shortest{0};
  atomic<std::int64_t> longest{0};
  std::int64_t started = 0;
  unsigned recursion = 0;

  void start(std::int64_t now) noexcept {
    if (++recursion == 1) started = now;
  }

  /// False when the timer was not running.
  bool stop(std::int64_t now) noexcept {
    if (recursion == 0) return false;
    if (--recursion == 0) add(1, now - started, now - started, now - started);
    return true;
  }

  void fold(timer_cell const& other) noexcept {
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

/// Who a timer or counter is. Kept for the life of the process.
struct stopwatch_definition {
  std::string_view category;
  std::string_view name;
  bool per_thread{};
  unsigned number{};
  atomic<stopwatch_definition*> next{nullptr};
};

/// All timers, or all counters, of the process, in the order of their numbers (R-CTR-03).
/// Threads: any may define and iterate at the same time. Without a lock, which a thread that is not
/// in the child of a fork could hold there for ever.
class stopwatch_registry {
 public:
  /// Returns the number of the definition, the same for the same names; 0 when memory ran out.
  unsigned define(std::string_view category, std::string_view name, bool per_thread) noexcept {
    stopwatch_definition* added = nullptr;
    atomic<stopwatch_definition*>* end = &first_;
    for (unsigned number = 1;;) {
      if (auto* const known = end->load_acquire(); known != nullptr) {
        if (known->category == category && known->name == name && known->per_thread == per_thread) {
          std::free(added);
          return known->number;
        }
        end = &known->next;
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
    for (auto const* known = first_.load_acquire(); known != nullptr;
         known = known->next.load_acquire())
      visit(*known);
  }

 private:
  static stopwatch_definition* make(std::string_view category, std::string_view name,
                                    bool per_thread) noexcept {
    auto* const memory = static_cast<char*>(
        std::malloc(sizeof(stopwatch_definition) + category.size() + name.size()));
    if (memory == nullptr) return nullptr;
    char* const text = memory + sizeof(stopwatch_definition);
    std::memcpy(text, category.data(), category.size());
    std::memcpy(text + category.size(), name.data(), name.size());
    return ::new (memory) stopwatch_definition{
        view_of(text, category.size()), view_of(text + category.size(), name.size()), per_thread};
  }

  atomic<stopwatch_definition*> first_{nullptr};
};

/// The sums of one thread, or of all threads that have ended.
struct stopwatch_sums {
  cell_table<timer_cell> timers;
  cell_table<counter_cell> counters;
};

inline constinit stopwatch_registry timer_registry;
inline constinit stopwatch_registry counter_registry;

}}}  // namespace trace2::v0::detail
