// Runs a command as a shell does: signals and the exit status pass through.
#pragma once

#include <trace2/value/duration.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace trace2::program {

/// The resources that a command has used. Nothing stands for what the system does not tell.
struct used_resources {
  trace2::duration user_time{};
  trace2::duration system_time{};
  /// Unknown for a command that has used less than the process before it: the kernel tells the
  /// larger one of the two.
  std::optional<std::int64_t> max_rss_kib{};
  std::optional<std::int64_t> minor_faults{};
  std::optional<std::int64_t> major_faults{};
  std::optional<std::int64_t> blocks_in{};
  std::optional<std::int64_t> blocks_out{};
  std::optional<std::int64_t> voluntary_switches{};
  std::optional<std::int64_t> involuntary_switches{};
};

/// The end of a command.
struct command_end {
  int error = 0;  ///< errno value when it could not be started
  int pid = -1;
  /// The exit code as in a shell: 127 for a command that doesn't exist, 126 for one that can't be
  /// run, 128 plus the number of the signal that has ended it.
  int code = 0;
  std::optional<int> signal{};  ///< that has ended it
  used_resources used{};
};

/// Runs a command, which is looked for in PATH, and waits for its end. `before`, if there is one,
/// is called with the process id before the process becomes the command.
command_end run_child(std::vector<std::string> const& command,
                      std::function<void(int)> const& before = {});

}  // namespace trace2::program
