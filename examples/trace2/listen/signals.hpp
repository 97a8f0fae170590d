// Signals as a descriptor, so that they come between events and never inside one.
#pragma once

#include <csignal>

#include "../owned_descriptor.hpp"
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace trace2_program::listening {

/// Takes the signals that end the program, reopen its outputs, report a child's end or a new width
/// of the terminal. A signal that is ignored stays so, as `nohup` and jobs in the background need
/// it; SIGTERM always ends. A reader of the output that has gone is an error of writing, no signal.
class signals {
 public:
  signals() noexcept {
    ::sigset_t taken;
    sigemptyset(&taken);
    for (int const signal : {SIGINT, SIGHUP})
      if (!is_ignored(signal)) sigaddset(&taken, signal);
    for (int const signal : {SIGTERM, SIGCHLD, SIGWINCH}) sigaddset(&taken, signal);
    ::sigprocmask(SIG_BLOCK, &taken, &before_);
    struct ::sigaction none {};
    none.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &none, &pipe_before_);
    fd_.reset(::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  signals(signals const&) = delete;
  signals& operator=(signals const&) = delete;
  ~signals() {
    ::sigaction(SIGPIPE, &pipe_before_, nullptr);
    release();
  }

  int fd() const noexcept { return fd_.get(); }
  /// The signal mask for programs that this one starts.
  ::sigset_t const& mask_before() const noexcept { return before_; }

  /// From now on signals have their usual effect: another one ends the program at once. Those that
  /// have come so far are forgotten.
  void release() noexcept {
    while (next() != 0) continue;
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }

  /// The next signal; 0 when there is none.
  int next() noexcept {
    ::signalfd_siginfo taken{};
    return ::read(fd_.get(), &taken, sizeof taken) == sizeof taken
               ? static_cast<int>(taken.ssi_signo)
               : 0;
  }

 private:
  static bool is_ignored(int signal) noexcept {
    struct ::sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
  }

  ::sigset_t before_{};
  struct ::sigaction pipe_before_ {};
  owned_descriptor fd_;
};

}  // namespace trace2_program::listening
