// Memory that runs out on demand: glibc's allocating functions, and mmap, with a fault at the n-th
// call. For one unit of a program that is not sanitized.
#pragma once

#include <cerrno>
#include <cstddef>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace faults {

/// Counts the allocations of the code between `arm` and `disarm`. Threads: one at a time.
struct failing_memory {
  static inline unsigned first = 0;  ///< the allocation that fails first; 0: none
  static inline unsigned count = 0;  ///< how many fail from there on
  static inline unsigned allocations = 0;
  static inline unsigned made = 0;  ///< faults
  static inline constinit thread_local bool is_armed = false;

  /// Runs library code, whose allocations count.
  static void arm(auto const& action) {
    is_armed = true;
    action();
    is_armed = false;
  }

  /// True when the present allocation has to fail.
  static bool fails() noexcept {
    if (!is_armed) return false;
    ++allocations;
    if (first == 0 || allocations < first || allocations - first >= count) return false;
    ++made;
    errno = ENOMEM;
    return true;
  }
};

}  // namespace faults

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  return faults::failing_memory::fails() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  return faults::failing_memory::fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  return faults::failing_memory::fails() ? nullptr : __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return faults::failing_memory::fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  if (faults::failing_memory::fails()) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
void* mmap(void* place, std::size_t size, int protection, int flags, int fd,
           off_t offset) noexcept {
  if (faults::failing_memory::fails()) return MAP_FAILED;
  return reinterpret_cast<void*>(::syscall(SYS_mmap, place, size, protection, flags, fd, offset));
}
}
