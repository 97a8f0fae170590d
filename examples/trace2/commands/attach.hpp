// The command trace2 attach: switches a target of a running program on, as long as the command
// runs.
#pragma once

#include <trace2/read/fine_time.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace trace2::program {

struct attach_options {
  std::int64_t process = 0;
  std::string to{};      ///< the target; empty: as the other options have it
  std::string output{};  ///< the file that the program appends to; empty: lines are shown
  std::string filter{};
  std::optional<int> nesting{};
  bool is_ring = false;
  std::optional<read::fine_duration> most{};  ///< the time after which it ends
};

namespace commands {

/// Returns the exit status.
int attach(attach_options const& options);

}  // namespace commands

}  // namespace trace2::program
