// Signals as a descriptor, so that they come between events and never inside one.
#pragma once

#include "system/posix/ignored_signal.hpp"
#include "system/owned_descriptor.hpp"
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace trace2::program::listening {

/// Takes the signals that end the program, reopen its outputs, report a child's end or a new width
/// of the terminal. A signal that is ignored stays so, as `nohup` and jobs in the background need
/// it; SIGTERM always ends. A reader of the output that has gone is an error of writing, no signal.
class signals {
 public:
  signals() noexcept;
  signals(signals const&) = delete;
  signals& operator=(signals const&) = delete;
  ~signals() { release(); }

  int fd() const noexcept { return fd_.get(); }
  /// The signal mask for programs that this one starts.
  ::sigset_t const& mask_before() const noexcept { return before_; }

  /// From now on signals have their usual effect: another one ends the program at once. Signals
  /// that have come so far are forgotten.
  void release() noexcept;

  /// The next signal; 0 when there is none.
  int next() noexcept;

 private:
  static bool is_ignored(int signal) noexcept;

  ::sigset_t before_{};
  ignored_signal const no_death_{SIGPIPE};
  owned_descriptor fd_;
};

}  // namespace trace2::program::listening
