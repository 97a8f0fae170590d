// Reads the text that "perf script" writes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "samples/sample_set.hpp"

namespace trace2::program {

/// The first line of a sample: who was running, and when.
struct sample_head {
  std::uint32_t pid{};
  std::uint32_t tid{};
  std::string_view date{};  ///< "2000-01-31", empty without a time of day
  std::string_view time{};  ///< "12:34:56.789012"
  std::uint64_t period{};
  std::string_view event{};
  /// Behind the event: a frame, if there is no stack; what a switch to another thread tells.
  std::string_view rest{};

  /// Nothing if the line is none. Takes the fields that perf(1) writes by default, and pid, tod and
  /// period; also the lines of "--show-switch-events".
  static std::optional<sample_head> of(std::string_view line);
  sample_kind kind() const noexcept;
};

/// A line of a stack.
struct sample_frame {
  std::string_view function{};  ///< "[unknown]" for one without a name
  std::string_view file{};      ///< with directories; "[kernel.kallsyms]"

  static std::optional<sample_frame> of(std::string_view line);
  bool is_of_kernel() const noexcept;
  /// One of the functions of this library.
  bool is_tracing() const noexcept;
};

/// The zone of the times of day in a text.
enum class day_zone : unsigned char { utc, local };

/// Adds samples to a set, line by line. Lines that are no sample are counted. Memory: that of the
/// set, a stack of `deepest` frames, and 3 MiB of lines, because stacks repeat each other.
class perf_script {
 public:
  static constexpr std::size_t deepest = 1'024;

  perf_script(sample_set& to, day_zone zone) : to_{to}, zone_{zone}, known_lines_(8'192) {}

  void take(std::string_view line);
  /// Adds the last sample.
  void finish();

 private:
  struct numbered_frame {
    function_id function{};
    bool is_of_kernel = false;
    bool is_nameless = false;
    bool is_tracing = false;
  };
  struct known_line {
    std::string text{};
    numbered_frame frame{};
  };

  void begin(sample_head const& head);
  std::optional<numbered_frame> frame_of(std::string_view line);
  numbered_frame numbered(sample_frame const& frame);
  void add(numbered_frame const& frame);
  std::optional<read::moment> moment_of(sample_head const& head);

  sample_set& to_;
  day_zone zone_;
  bool is_open_ = false;
  stack_sample open_{};
  std::vector<function_id> frames_{};  ///< of the open sample, the innermost first
  std::vector<known_line> known_lines_;  ///< by hash: the latest one
  std::string minute_{};               ///< the latest date, hour and minute
  read::moment at_minute_{};
};

}  // namespace trace2::program
