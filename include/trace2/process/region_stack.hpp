// The open regions of a thread, or of the task that it runs: when each was entered, and by whom.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/process/left_region.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace trace2 { inline namespace v0 { namespace detail {

struct open_region {
  /// Whose region it is: the address of a site, or of an object; 0 for a verb's, and for that of
  /// the thread or task itself.
  using owner = std::uintptr_t;

  static owner owner_at(void const* object) noexcept {
    return reinterpret_cast<std::uintptr_t>(object);
  }

  std::int64_t begun;  ///< ticks of the clock
  /// The owner, as long as neither this region nor the one around it has been left too early. Else
  /// the two lowest bits say so: a plain comparison with the owner fails.
  std::uintptr_t mark;

  static constexpr std::uintptr_t around_has_left = 1;
  static constexpr std::uintptr_t has_left = 2;

  bool is_of(owner sought) const noexcept { return (mark & ~around_has_left) == sought; }
  /// Its end, which waits for that of the regions inside; null while it goes on.
  left_region* left() const noexcept {
    constexpr std::uintptr_t flags = around_has_left | has_left;
    return (mark & has_left) == 0 ? nullptr : reinterpret_cast<left_region*>(mark & ~flags);
  }
  /// Nobody is going to show that end.
  void forget_left() const noexcept {
    if (left_region* const end = left(); end != nullptr) [[unlikely]]
      left_region::end(*end);
  }
};

/// What stands beneath the outermost region, so that a look at the innermost one needs no test.
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
    clear();
    std::free(bottom_);
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

  /// Whether any has been left, and waits for the end of those inside.
  bool has_left() const noexcept {
    for (open_region const* each = begin_; each != end_; ++each)
      if (each->left() != nullptr) return true;
    return false;
  }

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
  /// Precondition: it isn't empty. What the innermost region was remains readable until the next.
  [[gnu::always_inline]] void leave() noexcept { --end_; }

  /// Takes over further regions. Precondition: there is room.
  void append(open_region const* regions, std::size_t count) noexcept {
    open_region* const to = take_places(count);
    for (std::size_t i = 0; i < count; ++i) to[i] = regions[i];
  }
  /// Forgets the regions inside the outermost `count` ones, which were handed over before.
  void drop(std::size_t count) noexcept {
    if (count < size()) end_ = begin_ + count;
  }
  /// The same, with all that is kept for them.
  void truncate(std::size_t count) noexcept {
    while (size() > count) (--end_)->forget_left();
  }
  void clear() noexcept { truncate(0); }

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
  /// Shows the regions again that the latest `cover` has hidden, and none of those since then,
  /// which were handed over before.
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
    errno_guard const guard;
    auto const begin = begin_ - bottom_;
    auto const end = end_ - bottom_;
    if (extra > SIZE_MAX / 4 / sizeof(open_region)) return false;
    std::size_t const twice = 2 * (static_cast<std::size_t>(end) + extra);
    std::size_t const wanted = twice < first ? first : twice;
    void* const grown =
        std::realloc(bottom_ == &no_region ? nullptr : bottom_, wanted * sizeof(open_region));
    if (grown == nullptr) return false;
    bottom_ = static_cast<open_region*>(grown);
    *bottom_ = no_region;
    begin_ = bottom_ + begin;
    end_ = bottom_ + end;
    limit_ = bottom_ + wanted;
    return true;
  }

  static constexpr std::size_t first = 32;

  open_region* end_ = &no_region + 1;
  open_region* limit_ = &no_region + 1;
  open_region* begin_ = &no_region + 1;
  open_region* bottom_ = &no_region;  ///< of the memory; its place is taken by `no_region`
};

}}}  // namespace trace2::v0::detail
