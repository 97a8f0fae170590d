// Handlers of the signals of the C runtime: Ctrl-C, Ctrl-Break, the end of a console, and the
// program's own raise.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/windows/win32.hpp>

#include <signal.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// The signals with which others end a program. All events of a console but Ctrl-C are SIGBREAK.
inline constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGBREAK};

/// Takes signals over that have their default action. A handler of Ctrl-C runs in a thread of its
/// own, and the signal has its default action then.
struct signal_handler {
  using function = void (*)(int);

  function handle;

  /// False, and nothing done, if the signal has no default action now.
  bool take(int signo) const noexcept {
    function const before = ::signal(signo, handle);
    if (before == SIG_DFL) {
      // Called before the handler of the C runtime: the last that is added is the first.
      win32::SetConsoleCtrlHandler(&note_console_event, 1);
      return true;
    }
    if (before != SIG_ERR) ::signal(signo, before);
    return false;
  }

  /// Gives the default action back to a signal that it still has.
  void give_back(int signo) const noexcept {
    function const before = ::signal(signo, SIG_DFL);
    if (before == handle)
      win32::SetConsoleCtrlHandler(&note_console_event, 0);
    else if (before != SIG_ERR)
      ::signal(signo, before);
  }

  /// Ends the program as without a handler: after an event of its console with the code of Windows,
  /// which the C runtime would replace by its own.
  static void end_by(int signo) noexcept {
    constexpr unsigned control_c_exit = 0xc000'013a;
    ::signal(signo, SIG_DFL);
    if (has_console_event_.load_relaxed()) win32::ExitProcess(control_c_exit);
    ::raise(signo);
  }

 private:
  static win32::boolean note_console_event(win32::dword) noexcept {
    has_console_event_.store_relaxed(true);
    return 0;
  }

  static inline constinit atomic<bool> has_console_event_{false};
};

}}}  // namespace trace2::v0::detail
