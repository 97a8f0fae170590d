// Memory at addresses that are multiples of a number.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdlib>

#ifdef _WIN32
#  include <malloc.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Memory that is never given back; null when there is none. `size` is a multiple of `alignment`.
inline void* allocate_aligned(std::size_t alignment, std::size_t size) noexcept {
#ifdef _WIN32
  return ::_aligned_malloc(size, alignment);
#else
  return std::aligned_alloc(alignment, size);
#endif
}

}}}  // namespace trace2::v0::detail
