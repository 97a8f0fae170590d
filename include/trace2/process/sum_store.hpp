// The storage behind timers and counters: the definitions of the process, and the sums of a thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/process/cell_table.hpp>
#include <trace2/process/distribution_sum.hpp>
#include <trace2/process/timer_sum.hpp>

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

/// All timers of the process for `timer_sum`, those with a distribution for `distribution_sum`, all
/// counters for `counter_sum`.
template <class Sum>
inline constinit sum_registry sum_definitions;

/// The sums of timers and counters of one thread, or of all threads that have ended.
class sum_store : cell_table<timer_sum>, cell_table<distribution_sum>, cell_table<counter_sum> {
 public:
  sum_store() noexcept = default;
  sum_store(sum_store const&) = delete;
  sum_store& operator=(sum_store const&) = delete;
  ~sum_store() {
    of<distribution_sum>().for_each([](distribution_sum& sum) { sum.release(); });
  }

  /// The sums of timers for `timer_sum`, of those with a distribution for `distribution_sum`, of
  /// counters for `counter_sum`.
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
    fold<distribution_sum>(part);
    fold<counter_sum>(part);
  }

  /// Threads: the owner, while nobody reads. Allocates nothing.
  void clear() noexcept {
    of<timer_sum>().clear();
    of<distribution_sum>().for_each([](distribution_sum& sum) { sum.clear(); });
    of<counter_sum>().clear();
  }

  /// Sets the sums to zero. Threads: any; an addition at the same moment may survive.
  void forget() noexcept {
    of<timer_sum>().for_each([](timer_sum& sum) { sum.forget(); });
    of<distribution_sum>().for_each([](distribution_sum& sum) { sum.forget(); });
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
