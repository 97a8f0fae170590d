// Guards around system calls. They keep two side effects from the program: the signals that a
// failing write raises, and the cancellation of the calling thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/sink_system.hpp>

#include <cerrno>

#ifndef _WIN32
#  include <pthread.h>
#endif
#include <sys/types.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Keeps `signal` from the calling thread during writes. A signal that a write has raised is taken
/// away again; one that was pending before stays. The signal's disposition isn't touched, because
/// it belongs to the whole process (R-LIM-01).
template <class System = sink_system>
class [[nodiscard]] signal_guard {
 public:
  static constexpr int no_signal = 0;

  explicit signal_guard(int signal) noexcept : signal_{signal} {
    if (signal_ == no_signal) return;
    was_blocked_ = System::block_signal(signal_);
    was_pending_ = was_blocked_ && System::is_signal_pending(signal_);
  }
  signal_guard(signal_guard const&) = delete;
  signal_guard& operator=(signal_guard const&) = delete;
  ~signal_guard() {
    if (raised_ && !was_pending_) System::take_signal(signal_);
    if (signal_ != no_signal && !was_blocked_) System::unblock_signal(signal_);
  }

  /// Notes the result of a write, and returns it.
  ssize_t watch(ssize_t result) noexcept {
    raised_ |= (signal_ == System::signal_of_closed_pipe && result == -EPIPE) ||
               (signal_ == System::signal_of_full_file && result == -EFBIG);
    return result;
  }

 private:
  int signal_;
  bool was_blocked_ = false;
  bool was_pending_ = false;
  bool raised_ = false;
};

/// Puts off the cancellation of the calling thread. The library's functions are noexcept, so
/// unwinding through them would end the program.
class [[nodiscard]] cancellation_guard {
 public:
  cancellation_guard(cancellation_guard const&) = delete;
  cancellation_guard& operator=(cancellation_guard const&) = delete;
#ifdef _WIN32
  cancellation_guard() noexcept {}  // nobody can cancel a thread
  ~cancellation_guard() {}
#else
  cancellation_guard() noexcept { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~cancellation_guard() { ::pthread_setcancelstate(before_, nullptr); }

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
#endif
};

}}}  // namespace trace2::v0::detail
