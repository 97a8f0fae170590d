// A mutex without <mutex>, for the cold paths: registering threads, timers and counters, and
// ending the trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised and never destroyed, hence usable in every phase of the program.
class mutex {
 public:
  constexpr mutex() noexcept = default;
  mutex(mutex const&) = delete;
  mutex& operator=(mutex const&) = delete;

  void lock() noexcept { pthread_mutex_lock(&native_); }
  bool try_lock() noexcept { return pthread_mutex_trylock(&native_) == 0; }
  void unlock() noexcept { pthread_mutex_unlock(&native_); }

 private:
  pthread_mutex_t native_ = PTHREAD_MUTEX_INITIALIZER;
};

class [[nodiscard]] lock_guard {
 public:
  explicit lock_guard(mutex& held) noexcept : held_{held} { held_.lock(); }
  lock_guard(lock_guard const&) = delete;
  lock_guard& operator=(lock_guard const&) = delete;
  ~lock_guard() { held_.unlock(); }

 private:
  mutex& held_;
};

/// Holds a mutex for the scope; false if it is held by others and the caller must not wait. A
/// handler must not, because the code that it has interrupted may hold the mutex.
class [[nodiscard]] lock_attempt {
 public:
  lock_attempt(mutex& wanted, bool may_wait) noexcept
      : wanted_{wanted}, is_held_{may_wait ? (wanted.lock(), true) : wanted.try_lock()} {}
  lock_attempt(lock_attempt const&) = delete;
  lock_attempt& operator=(lock_attempt const&) = delete;
  ~lock_attempt() {
    if (is_held_) wanted_.unlock();
  }

  explicit operator bool() const noexcept { return is_held_; }

 private:
  mutex& wanted_;
  bool is_held_;
};

}}}  // namespace trace2::v0::detail
