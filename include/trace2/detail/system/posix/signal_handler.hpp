// Handlers of signals of the process. A signal that the program handles or ignores stays its own
// business.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <signal.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// The signals with which others end a program, and that of a write to a closed pipe.
inline constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};

/// Takes signals over that have their default action. Async-signal-safe.
struct signal_handler {
  using function = void (*)(int);

  function handle;

  /// False, and nothing done, if the signal has no default action now. The handler runs with all
  /// signals blocked but SIGBUS: a store to a recording that has lost its file must not kill it.
  bool take(int signo) const noexcept {
    if (handler_of(signo) != SIG_DFL) return false;
    struct sigaction ours {};
    ours.sa_handler = handle;
    ours.sa_flags = SA_ONSTACK | SA_RESTART;
    sigfillset(&ours.sa_mask);
    sigdelset(&ours.sa_mask, SIGBUS);
    return ::sigaction(signo, &ours, nullptr) == 0;
  }

  /// True if it is the handler of the signal now.
  bool has(int signo) const noexcept { return handler_of(signo) == handle; }

  /// Gives the default action back to a signal that it still has.
  void give_back(int signo) const noexcept {
    if (has(signo)) ::signal(signo, SIG_DFL);
  }

  /// The signal's default action takes its course when the handler ends.
  static void end_by(int signo) noexcept {
    ::signal(signo, SIG_DFL);
    ::raise(signo);
  }

 private:
  /// SIG_ERR for a handler that takes more than the signal's number.
  static function handler_of(int signo) noexcept {
    struct sigaction current {};
    bool const is_known = ::sigaction(signo, nullptr, &current) == 0;
    return is_known && (current.sa_flags & SA_SIGINFO) == 0 ? current.sa_handler : SIG_ERR;
  }
};

}}}  // namespace trace2::v0::detail
