// The open regions of a thread, or of the task that it runs: when each was entered, and by whom.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/reentrant_memory.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

struct open_region {
  /// Whose region it is: the address of a site, or of an object; 0 for a verb's, and for that of
  /// the thread or task itself.
  using owner = std::uintptr_t;

  static owner owner_at(void const* object) noexcept {
    return reinterpret_cast<std::uintptr_t>(object);
  }

  std::int64_t begun;  ///< ticks of the clock
  owner mark;
};

/// Stands beneath the outermost region, so that a look at the innermost one needs no test.
inline constinit open_region no_region{0, 0};

/// A stack. Only its thread uses it. A signal handler may enter and leave regions at any moment:
/// the stack takes the places of new regions before it writes there, so that those of a handler
/// come on top.
class region_stack {
 public:
  constexpr region_stack() noexcept = default;
  region_stack(region_stack const&) = delete;
  region_stack& operator=(region_stack const&) = delete;
  // constexpr, so that an empty constant one needs no exit handler.
  constexpr ~region_stack() {
    if (bottom_ == &no_region) return;
    reentrant_memory::give_back(bottom_, bytes());
  }

  std::size_t size() const noexcept { return static_cast<std::size_t>(end_ - begin_); }
  bool empty() const noexcept { return end_ == begin_; }
  bool is_full() const noexcept { return end_ == limit_; }
  open_region* begin() noexcept { return begin_; }
  open_region const* begin() const noexcept { return begin_; }
  open_region const* end() const noexcept { return end_; }
  open_region& operator[](std::size_t i) noexcept { return begin_[i]; }
  open_region const& operator[](std::size_t i) const noexcept { return begin_[i]; }

  /// The innermost region. Of no region, the owner and the beginning are 0.
  open_region& innermost() noexcept { return end_[-1]; }
  open_region const& innermost() const noexcept { return end_[-1]; }

  /// Makes room for `extra` more regions; false when memory ran out.
  bool reserve(std::size_t extra) noexcept { return has_room(extra) || grow(extra); }
  bool has_room(std::size_t extra) const noexcept {
    return static_cast<std::size_t>(limit_ - end_) >= extra;
  }
  /// False when memory ran out: the region is forgotten.
  bool enter(std::int64_t now, open_region::owner by = 0) noexcept {
    if (!reserve(1)) return false;
    enter_in_room(now, by);
    return true;
  }
  /// Precondition: it isn't full.
  [[gnu::always_inline]] void enter_in_room(std::int64_t now, open_region::owner by) noexcept {
    open_region* const to = take_places(1);
    to->begun = now;
    to->mark = by;
  }
  /// Precondition: it isn't empty. The region that was the innermost one remains readable until the
  /// next.
  [[gnu::always_inline]] void leave() noexcept { --end_; }

  /// Takes over further regions. Precondition: there is room.
  void append(open_region const* regions, std::size_t count) noexcept {
    open_region* const to = take_places(count);
    for (std::size_t i = 0; i < count; ++i) to[i] = regions[i];
  }
  /// Forgets the regions inside the outermost `count` ones.
  void truncate(std::size_t count) noexcept {
    if (count < size()) end_ = begin_ + count;
  }

  /// Covers the regions by an outermost one without an owner, under which the stack looks empty.
  /// The number of what it covers, `outer`, stands between. Precondition: there is room for two.
  [[gnu::always_inline]] void cover(std::int64_t outer, std::int64_t begun) noexcept {
    open_region* const to = take_places(2);
    to[0].begun = outer;
    to[0].mark = 0;
    to[1].begun = begun;
    to[1].mark = 0;
    begin_ = to + 1;
  }
  /// Shows the regions again that the latest `cover` has hidden, and none of those since then.
  [[gnu::always_inline]] void uncover() noexcept {
    open_region* const end = begin_ - 1;
    begin_ = end - end->begun;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    end_ = end;
  }
  /// Forgets all regions, also covered ones.
  void start_over() noexcept { end_ = begin_ = bottom_ + 1; }

 private:
  [[gnu::always_inline]] open_region* take_places(std::size_t count) noexcept {
    open_region* const first_place = end_;
    end_ = first_place + count;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return first_place;
  }

  [[gnu::noinline, gnu::cold]] bool grow(std::size_t extra) noexcept {
    // Of two that grow, a handler and what it has interrupted, one would free the other's places.
    if (is_growing_) return false;
    auto const used = static_cast<std::size_t>(end_ - bottom_);
    if (extra > SIZE_MAX / 4 / sizeof(open_region)) return false;
    std::size_t const twice = 2 * (used + extra);
    std::size_t const wanted = twice < first ? first : twice;
    is_growing_ = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    void* const grown = reentrant_memory::take(wanted * sizeof(open_region));
    if (grown != nullptr) move_to(::new (grown) open_region[wanted], wanted, used);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    is_growing_ = false;
    return grown != nullptr;
  }
  void move_to(open_region* places, std::size_t count, std::size_t used) noexcept {
    open_region* const before = bottom_;
    std::size_t const bytes_before = bytes();
    places[0] = no_region;
    for (std::size_t i = 1; i < used; ++i) places[i] = before[i];
    begin_ = places + (begin_ - before);
    bottom_ = places;
    // The end before the limit: a handler that compares the new limit with the former end would
    // find room behind the former places. The former limit differs from each new end.
    end_ = places + used;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    limit_ = places + count;
    if (before != &no_region) reentrant_memory::give_back(before, bytes_before);
  }
  std::size_t bytes() const noexcept {
    return static_cast<std::size_t>(limit_ - bottom_) * sizeof(open_region);
  }

  static constexpr std::size_t first = 32;

  open_region* end_ = &no_region + 1;
  open_region* limit_ = &no_region + 1;
  open_region* begin_ = &no_region + 1;
  open_region* bottom_ = &no_region;  ///< of the memory; its place is taken by `no_region`
  bool is_growing_ = false;
};

}}}  // namespace trace2::v0::detail
