// Passes signals on to a child, so that the command reacts to them as if it ran without this
// program.
#pragma once

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

namespace trace2::program {

/// While it lives, every signal that would end or stop this process goes to the child instead, and
/// so do those that others send although they do nothing by default (SIGWINCH, SIGURG, SIGCONT).
/// Signals that the child receives from the terminal as well are not repeated. A signal that is
/// ignored stays ignored, as `nohup` needs it. A fault of this process (a wild pointer) remains its
/// own; a pipe or a file that takes no more of its output is an error of writing, no signal.
class signal_relay {
 public:
  signal_relay();
  signal_relay(signal_relay const&) = delete;
  signal_relay& operator=(signal_relay const&) = delete;
  ~signal_relay() { stop(); }

  /// Puts everything back. In the child, too, before it becomes another program.
  void stop() noexcept;

  /// Relays signals from now on, including those that came in the meantime.
  void begin(pid_t pid) noexcept;
  /// The child has ended; before its number is given to another process.
  static void forget() noexcept { child = 0; }

 private:
#ifdef SIGRTMAX
  static constexpr int count = 65;
#else
  static constexpr int count = 32;
#endif

  static bool is_passed_on(int signal) noexcept;
  static bool is_fault(int signal) noexcept;
  static bool is_stop(int signal) noexcept;

  /// What the terminal sends reaches all processes of the foreground; only the leader of a session
  /// learns that the terminal has gone. Other signals of the kernel are for one process.
  static bool has_child_too(int signal) noexcept;

  static void pass_on(int signal, ::siginfo_t* info, void* context);

  static bool is_to_thread([[maybe_unused]] ::siginfo_t const& info) noexcept;

  static void send(int signal, [[maybe_unused]] ::siginfo_t const& info) noexcept;

  /// Ends the process as if there were no handler, or calls the one that was there.
  static void fault(int signal, ::siginfo_t* info, void* context);

  /// The parent sees a process that was stopped by this very signal. Goes on with SIGCONT.
  static void stop_as_well(int signal) noexcept;

  inline static std::sig_atomic_t volatile child = 0;
  inline static std::array<struct ::sigaction, count> before_{};
  ::sigset_t passed_on_{};
  ::sigset_t mask_before_{};
  struct ::sigaction child_before_{};
};

/// The alarms that were set before this program began, by a process that then became this program:
/// exec keeps them, fork does not. The command has them as if it had been started without this
/// program.
class inherited_alarms {
 public:
  /// Takes them from this process.
  inherited_alarms() noexcept;

  /// Gives them to the process that calls it.
  void give() const noexcept;

 private:
  static constexpr std::array<int, 3> clocks{ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  std::array<::itimerval, clocks.size()> alarms_{};
};

}  // namespace trace2::program
