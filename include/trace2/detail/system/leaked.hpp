// Objects that live as long as the process, because any thread may use them to its very end.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/exchange.hpp>

#include <new>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail {

/// An object whose memory is never freed, but reachable, so that a leak checker doesn't report it.
template <class Object>
class leaked {
 public:
  /// Makes an object, in memory that was given back if there is any; null when memory ran out.
  /// Threads: any.
  template <class... Arguments>
  [[gnu::cold]] static Object* make(Arguments&&... arguments) noexcept {
    if (spare_.load_relaxed() != nullptr) [[unlikely]]
      if (spare* const taken = take_spare(); taken != nullptr)
        return ::new (static_cast<void*>(taken)) Object{std::forward<Arguments>(arguments)...};
    auto* const node = new (std::nothrow) leaked{std::forward<Arguments>(arguments)...};
    if (node == nullptr) return nullptr;
    do {
      node->next_ = first_.load_relaxed();
    } while (!first_.compare_exchange(node->next_, node));
    return &node->object_;
  }

  /// The object of `make` at an address, which may be that of a base; null if there is none.
  /// Threads: any. Cost: a look at all objects.
  [[gnu::cold]] static Object* find(auto const* at) noexcept {
    for (leaked* node = first_.load_acquire(); node != nullptr; node = node->next_)
      if (&node->object_ == at) return &node->object_;
    return nullptr;
  }

  /// Destroys an object of `make`, which nobody uses any more. Its memory serves a later one.
  /// Threads: any.
  [[gnu::cold]] static void give_back(Object& ended) noexcept {
    ended.Object::~Object();
    keep(::new (static_cast<void*>(&ended)) spare);
  }
  /// `give_back` of the object that `find` finds; false if there is none.
  [[gnu::cold]] static bool give_back_at(auto const* at) noexcept {
    Object* const object = find(at);
    if (object != nullptr) give_back(*object);
    return object != nullptr;
  }

 private:
  struct spare {
    spare* next = nullptr;
  };

  template <class... Arguments>
  explicit leaked(Arguments&&... arguments) noexcept
      : object_{std::forward<Arguments>(arguments)...} {}

  static void keep(spare* added) noexcept {
    static_assert(sizeof(Object) >= sizeof(spare) && alignof(Object) >= alignof(spare));
    do {
      added->next = spare_.load_relaxed();
    } while (!spare_.compare_exchange(added->next, added));
  }
  /// Takes all, and keeps all but one: two threads never look at the same.
  [[gnu::cold]] static spare* take_spare() noexcept {
    spare* const taken = spare_.exchange(nullptr);
    spare* rest = taken == nullptr ? nullptr : taken->next;
    while (rest != nullptr) keep(exchange(rest, rest->next));
    return taken;
  }

  static inline constinit atomic<leaked*> first_{nullptr};
  static inline constinit atomic<spare*> spare_{nullptr};

  Object object_;
  leaked* next_ = nullptr;
};

}}}  // namespace trace2::v0::detail
