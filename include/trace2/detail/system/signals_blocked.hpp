// A thread that begins while signals are blocked never takes them: they go to those threads that
// the program knows.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/posix/only.hpp>

#include <initializer_list>

#include <pthread.h>
#include <signal.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Blocks all signals but a few for the calling thread, as long as the object lives.
class [[nodiscard]] signals_blocked {
 public:
  explicit signals_blocked(std::initializer_list<int> but = {}) noexcept {
    sigset_t all;
    sigfillset(&all);
    for (int const signal : but) sigdelset(&all, signal);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  signals_blocked(signals_blocked const&) = delete;
  signals_blocked& operator=(signals_blocked const&) = delete;
  ~signals_blocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}}}  // namespace trace2::v0::detail
