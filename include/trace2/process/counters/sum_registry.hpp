// The definitions of the timers and counters of a process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/value/detail/put.hpp>

#include <cstdlib>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

class sum_registry;

/// The names of a timer or counter. Lifetime: the process.
struct sum_definition {
  std::string_view category;
  std::string_view name;
  bool per_thread{};
  unsigned number{};
  unsigned distribution{};  ///< its number among the timers that keep lengths; 0: keeps none
  sum_registry const* registry{};
  atomic<sum_definition*> next{nullptr};
  /// The definition with these names in the object that had the session when they were used last.
  mutable atomic<sum_definition const*> counterpart{nullptr};
};

/// All timers, or all counters, of the process in the order of their numbers (R-CTR-03). Threads:
/// any may define and iterate at the same time. There is no lock: in the child of a fork nobody
/// would ever release one that another thread held.
class sum_registry {
 public:
  /// Returns the definition, the same for equal arguments; null when memory ran out. Numbers begin
  /// with 1.
  [[gnu::cold]] sum_definition const* define(std::string_view category, std::string_view name,
                                             bool per_thread,
                                             bool keeps_lengths = false) noexcept {
    sum_definition* added = nullptr;
    unsigned distributions = 0;
    atomic<sum_definition*>* end = &first_;
    for (unsigned number = 1;;) {
      if (auto* const definition = end->load_acquire(); definition != nullptr) {
        if (definition->category == category && definition->name == name &&
            definition->per_thread == per_thread &&
            (definition->distribution != 0) == keeps_lengths) {
          std::free(added);
          return definition;
        }
        if (definition->distribution != 0) distributions = definition->distribution;
        end = &definition->next;
        ++number;
        continue;
      }
      if (added == nullptr) added = make(category, name, per_thread);
      if (added == nullptr) return nullptr;
      added->number = number;
      added->distribution = keeps_lengths ? distributions + 1 : 0;
      if (end->compare_exchange(nullptr, added)) return added;
    }
  }

  /// The definition with the names of one of any object. Takes the time of `define` only once for
  /// each, and allocates nothing for its own.
  sum_definition const* counterpart_of(sum_definition const& other) noexcept {
    if (other.registry == this) return &other;
    auto const* known = other.counterpart.load_acquire();
    if (known != nullptr && known->registry == this) [[likely]]
      return known;
    known = define(other.category, other.name, other.per_thread, other.distribution != 0);
    if (known != nullptr) other.counterpart.store_release(known);
    return known;
  }

  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (auto const* definition = first_.load_acquire(); definition != nullptr;
         definition = definition->next.load_acquire())
      visit(*definition);
  }

 private:
  sum_definition* make(std::string_view category, std::string_view name,
                       bool per_thread) const noexcept {
    errno_guard const kept;
    auto* const memory =
        static_cast<char*>(std::malloc(sizeof(sum_definition) + category.size() + name.size()));
    if (memory == nullptr) return nullptr;
    char* const text = memory + sizeof(sum_definition);
    put(text, category, name);
    return ::new (memory) sum_definition{.category = view_of(text, category.size()),
                                         .name = view_of(text + category.size(), name.size()),
                                         .per_thread = per_thread,
                                         .registry = this};
  }

  atomic<sum_definition*> first_{nullptr};
};

/// All timers of the process for `timer_sum`, all counters for `counter_sum`.
template <class Sum>
inline constinit sum_registry sum_definitions;

}}}  // namespace trace2::v0::detail
