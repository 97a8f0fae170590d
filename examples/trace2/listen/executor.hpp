// Runs a command of the user for each match, some at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finished_command.hpp"
#include "losses.hpp"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trace2_program::listening {

/// The shell gets the user's own text. What a trace says comes by variables of the environment
/// only, so that no text of a stranger becomes a part of a command. Commands write no traces of
/// their own, which would come back here and be matches again.
class executor {
 public:
  /// Programs begin with the signal mask `mask`, which must outlive it.
  executor(std::string command, ::sigset_t const& mask, losses& lost)
      : command_{std::move(command)}, mask_{mask}, lost_{lost} {}
  executor(executor const&) = delete;
  executor& operator=(executor const&) = delete;

  void run(finished_command const& match) {
    if (waiting_.size() >= most_waiting) return lost_.add(loss::unexecuted);
    waiting_.push_back(match);
    go_on();
  }

  /// Takes note of those that have ended, and begins others.
  void go_on() {
    std::erase_if(running_, [](::pid_t one) { return ::waitpid(one, nullptr, WNOHANG) != 0; });
    while (running_.size() < most_at_once && !waiting_.empty()) {
      begin(waiting_.front());
      waiting_.pop_front();
    }
  }

  /// Waits for all of them, but not for ever.
  void end() {
    constexpr int patience = 5'000;  // milliseconds
    constexpr int pause = 10;
    for (int waited = 0; waited < patience; waited += pause) {
      go_on();
      if (running_.empty()) break;
      ::poll(nullptr, 0, pause);
    }
    if (!waiting_.empty()) lost_.add(loss::unexecuted, {}, waiting_.size());
  }

 private:
  static constexpr std::size_t most_at_once = 4;
  static constexpr std::size_t most_waiting = 1'000;

  /// The environment of this program, without targets of traces, and with the match.
  static std::vector<std::string> environment_of(finished_command const& match) {
    std::vector<std::string> all;
    for (char** one = ::environ; *one != nullptr; ++one) {
      std::string_view const text = *one;
      bool const is_left_out = text.starts_with("TRACE2") || text.starts_with("GIT_TRACE2") ||
                               text.starts_with("LISTEN_") || text.starts_with("NOTIFY_SOCKET=");
      if (!is_left_out) all.emplace_back(text);
    }
    // Configurations may name targets too.
    for (std::string_view const off :
         {"TRACE2=0", "TRACE2_PERF=0", "TRACE2_EVENT=0", "TRACE2_BINARY=0", "GIT_TRACE2=0",
          "GIT_TRACE2_PERF=0", "GIT_TRACE2_EVENT=0"})
      all.emplace_back(off);
    char seconds[48];
    std::snprintf(seconds, sizeof seconds, "%.6f", static_cast<double>(match.wall) / 1e9);
    auto const add = [&all](std::string_view name, std::string_view value) {
      all.push_back(std::string{"TRACE2_LISTEN_"}.append(name).append("=").append(value));
    };
    add("COMMAND", match.command);
    add("WORKTREE", match.place);
    add("SID", match.sid);
    add("PID", std::to_string(match.pid));
    add("SECONDS", seconds);
    add("STATE", match.state);
    add("CODE", match.code < 0 ? std::string{} : std::to_string(match.code));
    add("MOST", match.most);
    return all;
  }

  void begin(finished_command const& match) {
    std::vector<std::string> environment = environment_of(match);
    std::vector<char*> variables;
    for (std::string& one : environment) variables.push_back(one.data());
    variables.push_back(nullptr);
    std::string shell = "/bin/sh";
    std::string option = "-c";
    std::array<char*, 4> arguments{shell.data(), option.data(), command_.data(), nullptr};

    ::posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setsigmask(&attributes, &mask_);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::pid_t process = -1;
    int const error = ::posix_spawn(&process, shell.c_str(), &actions, &attributes,
                                    arguments.data(), variables.data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (error == 0)
      running_.push_back(process);
    else
      lost_.add(loss::unexecuted, std::strerror(error));
  }

  std::string command_;
  ::sigset_t const& mask_;
  losses& lost_;
  std::vector<::pid_t> running_;
  std::deque<finished_command> waiting_;
};

}  // namespace trace2_program::listening
