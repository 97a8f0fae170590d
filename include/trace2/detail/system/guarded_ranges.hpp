// The ranges of memory that a fault guard looks after. A handler of faults looks for one of them
// while other threads add and remove ranges.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/lazy_memory.hpp>

#include <cstdint>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

/// Is told that guarded memory has lost its file.
class fault_listener {
 public:
  /// Runs in a signal handler of the thread that has touched the memory.
  virtual void lose() noexcept = 0;

 protected:
  ~fault_listener() = default;
};

/// Constant-initialised and never destroyed. Threads: any, also in a signal handler.
class guarded_ranges {
 public:
  /// The list's own; a range that has been removed is used again.
  struct range {
    atomic<std::uintptr_t> begin;
    atomic<std::uintptr_t> end;
    atomic<fault_listener*> told;
  };

  /// Null when memory ran out.
  range* add(std::uintptr_t begin, std::uintptr_t end, fault_listener& told) noexcept {
    range* const added = find_unused();
    if (added == nullptr) return nullptr;
    added->end.store_relaxed(end);
    added->told.store_relaxed(&told);
    added->begin.store_release(begin);
    return added;
  }
  static void remove(range& ended) noexcept { ended.begin.store_release(unused); }

  /// Returns `use(begin, end, told)` of the range that has this place; false when none has.
  bool find(std::uintptr_t place, auto const& use) noexcept {
    for (block* each = &first_; each != nullptr; each = each->next.load_acquire())
      for (range& guarded : each->ranges) {
        std::uintptr_t const begin = guarded.begin.load_acquire();
        std::uintptr_t const end = guarded.end.load_acquire();
        fault_listener* const told = guarded.told.load_acquire();
        // The second look at `begin` tells that all three are of one range.
        if (begin > being_made && place >= begin && place < end &&
            guarded.begin.load_acquire() == begin)
          return use(begin, end, *told);
      }
    return false;
  }

 private:
  static constexpr std::uintptr_t unused = 0;
  static constexpr std::uintptr_t being_made = 1;

  struct block {
    range ranges[42];
    atomic<block*> next;
  };

  range* find_unused() noexcept {
    for (block* each = &first_; each != nullptr; each = next_of(*each))
      for (range& candidate : each->ranges)
        if (candidate.begin.load_relaxed() == unused &&
            candidate.begin.compare_exchange(unused, being_made))
          return &candidate;
    return nullptr;
  }
  static block* next_of(block& last) noexcept {
    if (block* const next = last.next.load_acquire(); next != nullptr) return next;
    void* const room = map_zeros(sizeof(block));
    if (room == nullptr) return nullptr;
    auto* const added = ::new (room) block;
    if (last.next.compare_exchange(nullptr, added)) return added;
    unmap_zeros(room, sizeof(block));
    return last.next.load_acquire();
  }

  block first_{};
};

}}}  // namespace trace2::v0::detail
