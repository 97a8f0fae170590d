// Memory that runs out, for a child process that ends soon.
#pragma once

#include <trace2/detail/system/reentrant_memory.hpp>

#include <cstddef>

#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include <sys/resource.h>

namespace support {

/// From now on this process gets no further memory from the system, and `reentrant_memory` has none
/// left.
inline void use_up_memory() {
  rlimit const none{0, RLIM_INFINITY};
  ::setrlimit(RLIMIT_AS, &none);
  for (std::size_t size = std::size_t{16} << 10; size >= 64; size /= 2)
    while (trace2::detail::reentrant_memory::take(size) != nullptr) {
    }
}

}  // namespace support

/// In a test case: leaves it where a sanitizer itself waits for memory for ever.
#define SUPPORT_NEEDS_MEMORY_TO_RUN_OUT                                  \
  if (support::is_address_sanitized) {                                   \
    support::skip("a sanitizer hangs in a process that gets no memory"); \
    return;                                                              \
  }                                                                      \
  static_assert(true)
