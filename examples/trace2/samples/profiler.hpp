// Runs perf(1), the profiler of Linux, which knows stacks, symbols and permissions.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/owned_descriptor.hpp"

namespace trace2::program {

/// A run of perf(1), whose messages are kept. Errors: sentences for people.
class profiler_run {
 public:
  profiler_run(profiler_run const&) = delete;
  profiler_run& operator=(profiler_run const&) = delete;
  /// Waits for its end.
  ~profiler_run();

  /// Empty if it runs.
  std::string const& error() const noexcept { return error_; }

 protected:
  profiler_run() = default;

  /// `output`: the descriptor that becomes its standard output; -1: none.
  void start(std::vector<std::string> const& words, int output);
  int pid() const noexcept { return pid_; }
  bool is_running() const noexcept { return pid_ > 0; }
  bool ends_within(int milliseconds) const;
  /// Waits for the end. Empty if it was a success, else what perf has said.
  std::string wait();

  std::string error_;
  std::array<int, 2> passed_{-1, -1};  ///< descriptors for the control of perf

 private:
  int pid_ = -1;
  owned_descriptor said_;  ///< a temporary file
};

/// "perf script" for a file.
class script_of_profiler : public profiler_run {
 public:
  explicit script_of_profiler(std::string const& path);

  /// The text. The caller closes it.
  int take_output() noexcept { return output_.release(); }
  /// Waits for its end; returns why it has failed, or nothing.
  std::string finish();

 private:
  owned_descriptor output_;
};

struct recording_options {
  static constexpr int default_frequency = 999;

  int frequency = default_frequency;  ///< samples per second of a running thread
  bool has_waits = false;             ///< including when threads leave their processors and return
  std::string stack = "fp";  ///< how it is unwound, as "perf record" calls it: "fp", "dwarf", "lbr"

  /// Reads "HZ", "waits" or "HZ,waits". Nothing if the text is something else.
  static std::optional<recording_options> of(std::string_view text);
};

/// "perf record" for a process that waits to begin, and all that it will start.
class recording_profiler : public profiler_run {
 public:
  /// Prepares to write the file `path`.
  recording_profiler(int of, std::string const& path, recording_options const& options);

  /// Returns when samples are being taken, or with an error.
  void begin();

  /// The process has ended. Returns why there is no record, or nothing.
  std::string finish();

 private:
  owned_descriptor control_;
  owned_descriptor answers_;
};

}  // namespace trace2::program
