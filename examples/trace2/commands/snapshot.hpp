// The command trace2 snapshot: copies the recording of a running program as it is now.
#pragma once

#include <cstdint>
#include <string>

namespace trace2::program {

struct snapshot_options {
  std::int64_t process = 0;
  std::string output{};
};

namespace commands {

/// Returns the exit status.
int snapshot(snapshot_options const& options);

}  // namespace commands

}  // namespace trace2::program
