// The beginnings of a task's open regions, while no thread runs it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace trace2 { inline namespace v0 { namespace detail {

/// A list of moments. A few stand in the object, so that most tasks need no memory for them; more
/// take 8 bytes each of the heap.
class kept_regions {
 public:
  static constexpr std::uint32_t near_capacity = 3;

  kept_regions() noexcept {}
  kept_regions(kept_regions const&) = delete;
  kept_regions& operator=(kept_regions const&) = delete;
  ~kept_regions() {
    if (is_far()) std::free(far_);
  }

  std::size_t size() const noexcept { return size_; }
  std::int64_t const* data() const noexcept { return is_far() ? far_ : near_; }

  /// Takes the place of the former contents. Keeps the outermost regions when memory runs out.
  void keep(std::int64_t const* regions, std::size_t count) noexcept {
    if (count > capacity_ && !grow(count)) count = capacity_;
    std::int64_t* const to = is_far() ? far_ : near_;
    for (std::size_t i = 0; i < count; ++i) to[i] = regions[i];
    size_ = static_cast<std::uint32_t>(count);
  }

 private:
  bool is_far() const noexcept { return capacity_ != near_capacity; }

  [[gnu::noinline, gnu::cold]] bool grow(std::size_t count) noexcept {
    errno_guard const guard;
    if (count > UINT32_MAX / 2) return false;
    void* const grown = std::realloc(is_far() ? far_ : nullptr, 2 * count * sizeof(std::int64_t));
    if (grown == nullptr) return false;
    far_ = static_cast<std::int64_t*>(grown);
    capacity_ = static_cast<std::uint32_t>(2 * count);
    return true;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = near_capacity;
  union {
    std::int64_t near_[near_capacity];
    std::int64_t* far_;
  };
};

}}}  // namespace trace2::v0::detail
