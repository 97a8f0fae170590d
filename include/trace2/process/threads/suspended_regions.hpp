// The open regions of a task, while no thread runs it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/process/threads/region_stack.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace trace2 { inline namespace v0 { namespace detail {

/// A list. A few stand in the object, so that most tasks need no memory for them; more take 16
/// bytes each of the heap.
class suspended_regions {
 public:
  static constexpr std::uint32_t near_capacity = 3;

  suspended_regions() noexcept {}
  suspended_regions(suspended_regions const&) = delete;
  suspended_regions& operator=(suspended_regions const&) = delete;
  ~suspended_regions() {
    if (!is_far()) return;
    errno_guard const guard;
    std::free(far_);
  }

  std::size_t size() const noexcept { return size_; }
  open_region const* data() const noexcept { return is_far() ? far_ : near_; }

  bool has_room(std::size_t count) const noexcept { return count <= capacity_; }
  /// Takes the place of the former contents. Keeps the outermost regions when memory runs out.
  void keep(open_region const* regions, std::size_t count) noexcept {
    if (!has_room(count) && !grow(count)) [[unlikely]]
      count = capacity_;
    keep_in_room(regions, count);
  }
  /// Precondition: there is room.
  [[gnu::always_inline]] void keep_in_room(open_region const* regions, std::size_t count) noexcept {
    size_ = static_cast<std::uint32_t>(count);
    if (count == 0) return;
    open_region* const to = is_far() ? far_ : near_;
    for (std::size_t i = 0; i < count; ++i) to[i] = regions[i];
  }
  void clear() noexcept { size_ = 0; }

 private:
  bool is_far() const noexcept { return capacity_ != near_capacity; }

  [[gnu::noinline, gnu::cold]] bool grow(std::size_t count) noexcept {
    errno_guard const guard;
    if (count > UINT32_MAX / 2) return false;
    void* const grown = std::realloc(is_far() ? far_ : nullptr, 2 * count * sizeof(open_region));
    if (grown == nullptr) return false;
    far_ = static_cast<open_region*>(grown);
    capacity_ = static_cast<std::uint32_t>(2 * count);
    return true;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = near_capacity;
  union {
    open_region near_[near_capacity];
    open_region* far_;
  };
};

}}}  // namespace trace2::v0::detail
