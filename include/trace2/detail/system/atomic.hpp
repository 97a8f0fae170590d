// The few atomic operations the library needs, on the compiler's builtins: <atomic> alone would
// cost nearly as much to include as <iostream>.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 { namespace detail {

/// A lock-free scalar shared between threads. The name of a load or store says its memory order.
/// `fetch_add` is relaxed; the other operations acquire and release. All are inlined even without
/// optimisation, where each would be a function of each type, which takes longer to compile.
template <class T>
class atomic {
 public:
  constexpr atomic() noexcept = default;
  constexpr explicit atomic(T value) noexcept : value_{value} {}
  atomic(atomic const&) = delete;
  /// Relaxed, so that `state = {}` resets an object made of atomics, one after the other.
  atomic& operator=(atomic const& other) noexcept {
    store_relaxed(other.load_relaxed());
    return *this;
  }

  [[gnu::always_inline]] T load_relaxed() const noexcept {
    return __atomic_load_n(&value_, __ATOMIC_RELAXED);
  }
  [[gnu::always_inline]] T load_acquire() const noexcept {
    return __atomic_load_n(&value_, __ATOMIC_ACQUIRE);
  }
  [[gnu::always_inline]] void store_relaxed(T value) noexcept {
    __atomic_store_n(&value_, value, __ATOMIC_RELAXED);
  }
  [[gnu::always_inline]] void store_release(T value) noexcept {
    __atomic_store_n(&value_, value, __ATOMIC_RELEASE);
  }

  /// Returns the value before the addition.
  [[gnu::always_inline]] T fetch_add(T amount) noexcept {
    return __atomic_fetch_add(&value_, amount, __ATOMIC_RELAXED);
  }
  [[gnu::always_inline]] T fetch_and(T bits) noexcept {
    return __atomic_fetch_and(&value_, bits, __ATOMIC_ACQ_REL);
  }
  [[gnu::always_inline]] T exchange(T value) noexcept {
    return __atomic_exchange_n(&value_, value, __ATOMIC_ACQ_REL);
  }
  /// Stores `wanted` if the value is `expected`; false, and nothing stored, if it isn't.
  [[gnu::always_inline]] bool compare_exchange(T expected, T wanted) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, wanted, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
  }

  /// For a value that one thread writes and others only read: no locked instruction.
  [[gnu::always_inline]] void add_by_owner(T amount) noexcept {
    store_relaxed(static_cast<T>(load_relaxed() + amount));
  }

 private:
  T value_{};
};

/// No later load may be done before an earlier store. ThreadSanitizer doesn't see the order; the
/// accesses on both sides are atomic anyway.
[[gnu::always_inline]] inline void full_fence() noexcept {
#if defined(__GNUC__) && !defined(__clang__)
#  pragma GCC diagnostic push
#  pragma GCC diagnostic ignored "-Wpragmas"
#  pragma GCC diagnostic ignored "-Wtsan"
#endif
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#if defined(__GNUC__) && !defined(__clang__)
#  pragma GCC diagnostic pop
#endif
}

}}}  // namespace trace2::v0::detail
