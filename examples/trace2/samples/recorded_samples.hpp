// The samples of a command that runs: a temporary file of perf(1).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "samples/profiler.hpp"
#include "system/temporary_file.hpp"

namespace trace2::program {

/// Records the samples of one command, whatever else happens: without perf(1), or where the kernel
/// forbids it, the command runs without. The file lasts as long as the object.
class recorded_samples {
 public:
  explicit recorded_samples(recording_options options) : options_{std::move(options)} {}

  /// Samples a process that waits to become the command. Says why it can't.
  void begin(int process);
  /// The command has ended. Returns the path of the file; empty, after a message, if there is none.
  std::string finish();

 private:
  recording_options options_;
  temporary_file file_;
  std::optional<recording_profiler> profiler_;
};

}  // namespace trace2::program
