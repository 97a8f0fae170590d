// Runs a command as a shell does: signals and the exit status pass through.
#pragma once

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/owned_descriptor.hpp"
#include "system/signal_relay.hpp"
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#  include <sys/prctl.h>
#endif

namespace trace2::program {

/// The end of a command.
struct command_end {
  int error = 0;  ///< errno value when it could not be started
  pid_t pid = -1;
  int status = 0;  ///< status of waitpid
  struct ::rusage use{};
  std::int64_t memory_before = 0;  ///< KiB of the process that became the command

  /// The most memory in KiB. Unknown for a command that has used less than the process before it:
  /// the kernel tells the larger one of the two.
  std::optional<std::int64_t> most_memory() const noexcept;

  /// The exit code as in a shell: 127 for a command that doesn't exist, 126 for one that can't be
  /// run, 128 plus the number of the signal that has ended it.
  int code() const noexcept;

  /// The signal that has ended it.
  std::optional<int> signal() const noexcept;
};

/// The first executable file with a name in PATH; the name itself if it contains a slash.
std::string find_in_path(std::string const& name);

/// What a process tells of itself before it becomes the command.
struct beginning {
  std::int64_t memory = 0;  ///< the most it has had, in KiB
  int error = 0;            ///< errno value: it could not become the command
};

/// Has the calling child end with its parent, even if that is killed: nobody else passes signals on
/// to it.
void end_with([[maybe_unused]] pid_t parent) noexcept;

/// Becomes a command, which is looked for in PATH. An executable file in an unknown format is a
/// script for sh.
[[noreturn]] void become(std::vector<std::string> const& command, int told);

/// Runs a command and waits for its end.
///
/// By fork, not by posix_spawn(3): the kernel counts the memory of the process that calls execve(2)
/// as the command's, and the copy that fork makes lacks the pages of files.
///
/// `before`, if there is one, is called with the process id before the process becomes the command.
command_end run_child(std::vector<std::string> const& command,
                      std::function<void(pid_t)> const& before = {});

}  // namespace trace2::program
