// Room for what is small nearly always, and large in some traces.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#include <sys/mman.h>

namespace trace2 { inline namespace v0 { namespace read {

/// An address range, of which the system provides only the pages that are used. Errors: throws
/// std::bad_alloc when the range can't be had.
class reserved_memory {
 public:
  explicit reserved_memory(std::size_t size) : size_{size} {
    void* const found = is_mapped() ? ::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | no_promise, -1, 0)
                                    : std::malloc(size_);
    if (found == MAP_FAILED || found == nullptr) no_memory();
    data_ = static_cast<char*>(found);
  }
  reserved_memory(reserved_memory const&) = delete;
  reserved_memory& operator=(reserved_memory const&) = delete;
  ~reserved_memory() {
    if (is_mapped())
      ::munmap(data_, size_);
    else
      std::free(data_);
  }

  char* data() const noexcept { return data_; }

 private:
  /// Pages that are never used shall not count as taken. Systems that count only used ones have no
  /// such flag.
#ifdef MAP_NORESERVE
  static constexpr int no_promise = MAP_NORESERVE;
#else
  static constexpr int no_promise = 0;
#endif

  [[noreturn]] static void no_memory() {
#ifdef __cpp_exceptions
    throw std::bad_alloc{};
#else
    std::abort();
#endif
  }

  /// A mapping of its own would waste more than it saves for a few pages.
  bool is_mapped() const noexcept { return size_ > std::size_t{128} << 10; }

  std::size_t size_;
  char* data_ = nullptr;
};

}}}  // namespace trace2::v0::read
