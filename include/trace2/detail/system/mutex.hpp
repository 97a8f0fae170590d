// A mutex without <mutex>, for the cold paths: threads that begin or end, and chunks of recordings.
// The guards of locks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/exchange.hpp>

#ifdef _WIN32
#  include <trace2/detail/system/windows/win32.hpp>
#else
#  include <pthread.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised and never destroyed, hence usable in every phase of the program.
class mutex {
 public:
  constexpr mutex() noexcept = default;
  mutex(mutex const&) = delete;
  mutex& operator=(mutex const&) = delete;

#ifdef _WIN32
  void lock() noexcept { win32::AcquireSRWLockExclusive(&native_); }
  bool try_lock() noexcept { return win32::TryAcquireSRWLockExclusive(&native_) != 0; }
  void unlock() noexcept { win32::ReleaseSRWLockExclusive(&native_); }
#else
  void lock() noexcept { ::pthread_mutex_lock(&native_); }
  bool try_lock() noexcept { return ::pthread_mutex_trylock(&native_) == 0; }
  void unlock() noexcept { ::pthread_mutex_unlock(&native_); }
#endif

  /// False if others hold the mutex and the caller must not wait. A handler must not, because the
  /// code that it has interrupted may hold the mutex.
  [[nodiscard]] bool lock(bool may_wait) noexcept {
    if (!may_wait) return try_lock();
    lock();
    return true;
  }

 private:
#ifdef _WIN32
  void* native_ = nullptr;  // SRWLOCK_INIT
#else
  pthread_mutex_t native_ = PTHREAD_MUTEX_INITIALIZER;
#endif
};

class [[nodiscard]] lock_guard {
 public:
  explicit lock_guard(mutex& locked) noexcept : held_{locked} { held_.lock(); }
  lock_guard(lock_guard const&) = delete;
  lock_guard& operator=(lock_guard const&) = delete;
  ~lock_guard() { held_.unlock(); }

 private:
  mutex& held_;
};

/// Holds a lock for the scope; false if its member function `lock`, called with these arguments,
/// has not got it.
template <class Lock>
class [[nodiscard]] lock_attempt {
 public:
  explicit lock_attempt(Lock& wanted, auto... arguments) noexcept
      : wanted_{wanted}, is_held_{wanted.lock(arguments...)} {}
  lock_attempt(lock_attempt const&) = delete;
  lock_attempt& operator=(lock_attempt const&) = delete;
  ~lock_attempt() {
    if (is_held_) wanted_.unlock();
  }

  explicit operator bool() const noexcept { return is_held_; }

 private:
  Lock& wanted_;
  bool is_held_;
};

/// Holds a lock for the scope, and waits for it as `Lock::lock(how)` does. Gives up at once if its
/// own thread has, or is about to get, a lock of this type: a handler, or the program's allocator,
/// has interrupted that thread and would wait for ever. Converts to false without the lock.
template <class Lock, class Wait>
class [[nodiscard]] handler_lock {
 public:
  explicit handler_lock(Lock& wanted, Wait how) noexcept
      : held_{wanted, mark_.was_set ? Wait{} : how} {}
  explicit operator bool() const noexcept { return static_cast<bool>(held_); }

 private:
  static inline constinit thread_local bool is_asked_for_ = false;

  struct mark {
    ~mark() { is_asked_for_ = was_set; }
    bool const was_set = exchange(is_asked_for_, true);
  };

  // Set before the lock is taken, and until it is free again.
  mark const mark_{};
  lock_attempt<Lock> const held_;
};

}}}  // namespace trace2::v0::detail
