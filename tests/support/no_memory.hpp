// Objects that found no memory for their names, and objects whose constructor has not run yet.
#pragma once

#include <trace2/value/text.hpp>

#include <cstddef>

#include "sanitizers.hpp"
#include "skip.hpp"

namespace support {

/// A name that no allocator copies. Nobody reads behind its first byte.
inline constexpr trace2::text text_without_room{"a", std::size_t{1} << 62};

/// A static object as units see it that are initialised before its own: all bytes are zero.
template <class Object>
class zero_memory {
 public:
  Object const* operator->() const noexcept {
    void const* volatile const at = bytes_;  // the compiler may not know that nothing is there
    return static_cast<Object const*>(at);
  }

 private:
  alignas(Object) unsigned char bytes_[sizeof(Object)]{};
};

}  // namespace support

/// In a test case: leaves it where a sanitizer ends the program instead of refusing an allocation.
#define SUPPORT_NEEDS_REFUSED_ALLOCATIONS                              \
  if (support::is_address_sanitized || support::is_thread_sanitized) { \
    support::skip("a sanitizer ends a program that asks for so much"); \
    return;                                                            \
  }                                                                    \
  static_assert(true)
