// Handlers of the signals of the C runtime: Ctrl-C, Ctrl-Break and the program's own raise.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <signal.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// The signals with which others end a program.
inline constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGBREAK};

/// Takes signals over that have their default action. A handler of Ctrl-C runs in a thread of its
/// own, and the signal has its default action then.
struct signal_handler {
  using function = void (*)(int);

  function handle;

  /// False, and nothing done, if the signal has no default action now.
  bool take(int signo) const noexcept {
    function const before = ::signal(signo, handle);
    if (before == SIG_DFL) return true;
    if (before != SIG_ERR) ::signal(signo, before);
    return false;
  }

  /// Gives the default action back to a signal that it still has.
  void give_back(int signo) const noexcept {
    function const before = ::signal(signo, SIG_DFL);
    if (before != handle && before != SIG_ERR) ::signal(signo, before);
  }
};

}}}  // namespace trace2::v0::detail
