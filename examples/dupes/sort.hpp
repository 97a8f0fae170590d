// Runs the program sort(1) as a child process.
#pragma once

#include <trace2/trace2.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "descriptor.hpp"
#include "problems.hpp"
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dupes {

namespace detail {

/// Starts `argv` with the socket as its standard input and output. Returns an `errno` value.
inline int start(char const* const* argv, int socket, ::pid_t& pid) {
  ::posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
  int const error =
      ::posix_spawnp(&pid, argv[0], &actions, nullptr, const_cast<char* const*>(argv), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Sends all of `input` and receives all of `output`. Returns false, with `errno` set, when a call
/// fails.
inline bool exchange(int socket, std::string_view input, std::string& output) {
  while (!input.empty()) {
    ::ssize_t const sent = ::send(socket, input.data(), input.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return false;
    if (sent > 0) input.remove_prefix(static_cast<std::size_t>(sent));
  }
  ::shutdown(socket, SHUT_WR);
  std::array<char, 65536> room;
  for (;;) {
    ::ssize_t const got = ::recv(socket, room.data(), room.size(), 0);
    if (got == 0) return true;
    if (got > 0)
      output.append(room.data(), static_cast<std::size_t>(got));
    else if (errno != EINTR)
      return false;
  }
}

}  // namespace detail

/// Sorts records by the number at their beginning, the greatest first. Each record ends with NUL;
/// equal ones keep their order. None when the sort fails.
inline std::optional<std::string> sorted(std::string_view records, problem_log& problems) {
  // A socket instead of pipes: it carries both directions, and a child that ends early raises no
  // SIGPIPE.
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    problems.add("connect to", "sort", errno);
    return {};
  }
  descriptor const ours{ends[0]};
  descriptor theirs{ends[1]};

  char const* const argv[] = {"sort", "-z", "-s", "-n", "-r", nullptr};
  trace2::child const child{{.argv = argv, .child_class = "sort"}};
  ::pid_t pid;
  if (int const error = detail::start(argv, theirs.value(), pid); error != 0) {
    child.failed();
    problems.add("start", argv[0], error);
    return {};
  }
  theirs = descriptor{};

  std::string output;
  int const error = detail::exchange(ours.value(), records, output) ? 0 : errno;
  int const code = child.wait(pid);
  if (error == 0 && code == 0) return output;
  problems.add("sort with", argv[0], error == 0 ? EIO : error);
  return {};
}

}  // namespace dupes
