// Room for what is small nearly always, and large in some traces.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/lazy_memory.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace trace2 { inline namespace v0 { namespace read {

/// An address range, of which the system provides only the pages that are used. Errors: throws
/// std::bad_alloc when the range can't be had.
class reserved_memory {
 public:
  explicit reserved_memory(std::size_t size) : size_{size} {
    void* const memory = is_mapped() ? trace2::detail::reserve_zeros(size_) : std::malloc(size_);
    if (memory == nullptr) no_memory();
    data_ = static_cast<char*>(memory);
  }
  reserved_memory(reserved_memory const&) = delete;
  reserved_memory& operator=(reserved_memory const&) = delete;
  ~reserved_memory() {
    if (is_mapped())
      trace2::detail::unmap_zeros(data_, size_);
    else
      std::free(data_);
  }

  char* data() const noexcept { return data_; }

 private:
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
