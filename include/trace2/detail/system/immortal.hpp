// Objects that live as long as the process, because any thread may use them to its very end.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>

#include <new>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail {

/// An object that is never destroyed, but reachable, so that a leak checker doesn't report it.
template <class Object>
class immortal {
 public:
  /// Makes an object; null when memory ran out. Threads: any.
  template <class... Arguments>
  static Object* make(Arguments&&... arguments) noexcept {
    auto* const made = new (std::nothrow) immortal{std::forward<Arguments>(arguments)...};
    if (made == nullptr) return nullptr;
    do {
      made->next_ = first_.load_relaxed();
    } while (!first_.compare_exchange(made->next_, made));
    return &made->object_;
  }

 private:
  template <class... Arguments>
  explicit immortal(Arguments&&... arguments) noexcept
      : object_{std::forward<Arguments>(arguments)...} {}

  static inline constinit atomic<immortal*> first_{nullptr};

  Object object_;
  immortal* next_ = nullptr;
};

}}}  // namespace trace2::v0::detail
