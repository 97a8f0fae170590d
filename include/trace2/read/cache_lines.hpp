// Memory that two threads change at once without slowing each other down.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <new>

namespace trace2 { inline namespace v0 { namespace read {

/// Bytes that processors hand to each other as a whole.
inline constexpr std::size_t cache_line = 64;

/// An allocator of whole lines of the cache, for what one thread changes with every event.
template <class T>
struct whole_cache_lines {
  using value_type = T;

  whole_cache_lines() = default;
  template <class Other>
  whole_cache_lines(whole_cache_lines<Other>) noexcept {}

  T* allocate(std::size_t count) {
    std::size_t const size = (count * sizeof(T) + cache_line - 1) / cache_line * cache_line;
    return static_cast<T*>(::operator new(size, std::align_val_t{cache_line}));
  }
  void deallocate(T* items, std::size_t) noexcept {
    ::operator delete(items, std::align_val_t{cache_line});
  }
  friend bool operator==(whole_cache_lines, whole_cache_lines) noexcept { return true; }
};

}}}  // namespace trace2::v0::read
