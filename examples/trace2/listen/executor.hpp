// Runs a command of the user for each match, some at a time.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "listen/finished_command.hpp"
#include "listen/losses.hpp"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trace2::program::listening {

/// The shell gets the user's own text. The texts of a trace come by variables of the environment
/// only, so that no text of a stranger becomes a part of a command. Commands write no traces of
/// their own, which would come back here and be matches again.
class executor {
 public:
  /// Programs begin with the signal mask `mask`, which must outlive it.
  executor(std::string command, ::sigset_t const& mask, losses& lost)
      : command_{std::move(command)}, mask_{mask}, lost_{lost} {}
  executor(executor const&) = delete;
  executor& operator=(executor const&) = delete;

  void run(finished_command const& match);

  /// Takes note of those that have ended, and begins others.
  void go_on();

  /// Waits for all of them, but not for ever.
  void end();

 private:
  static constexpr std::size_t most_at_once = 4;
  static constexpr std::size_t most_waiting = 1'000;

  /// The environment of this program, without targets of traces, and with the match.
  static std::vector<std::string> environment_of(finished_command const& match);

  void begin(finished_command const& match);

  std::string command_;
  ::sigset_t const& mask_;
  losses& lost_;
  std::vector<::pid_t> running_;
  std::deque<finished_command> waiting_;
};

}  // namespace trace2::program::listening
