// Standard output of a listener: finished commands, and on a terminal below them those that run.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "listen/losses.hpp"
#include "system/owned_descriptor.hpp"

namespace trace2::program::listening {

/// Never waits for the reader of standard output: lines that find no room are left out and counted.
/// A file has no reader to wait for, and takes all lines.
class screen {
 public:
  explicit screen(losses& lost);
  screen(screen const&) = delete;
  screen& operator=(screen const&) = delete;

  bool is_terminal() const noexcept { return is_terminal_; }
  /// Characters of a line that fits; without a terminal the largest number.
  std::size_t width() const noexcept;
  /// Lines for what runs: at most half of the terminal.
  std::size_t live_lines() const noexcept;

  /// Adds a line, without its end.
  void line(std::string_view text);

  /// True if the screen takes another picture of what runs.
  bool takes_picture() const noexcept { return is_terminal_ && unwritten_.empty(); }
  /// Replaces the lines below.
  void live(std::vector<std::string> const& lines);
  /// Takes the lines below away, for a message that others write.
  void clear();

  bool has_unwritten() const noexcept { return !unwritten_.empty() || !lines_.empty(); }
  /// True if the reader has gone.
  bool is_closed() const noexcept { return is_closed_; }

  /// From now on no writer waits for this program, so lines may wait for the reader for so long.
  void be_patient(std::chrono::milliseconds time) noexcept { patient_until_ = clock::now() + time; }
  /// Writes all that is left, however long the reader takes.
  void finish();

  /// Writes what can be written without waiting.
  void flush();
  /// Why the output is closed: an errno value.
  int error() const noexcept { return error_; }

 private:
  using clock = std::chrono::steady_clock;

  bool has_room_for(std::string_view text) const noexcept;

  /// Waits until the reader takes more; false when there is no time left for that.
  bool is_reader_awaited() const;

  /// Makes the next bytes: the lines that have come, and the picture below them anew.
  void compose();

  losses& lost_;
  bool is_terminal_;
  owned_descriptor terminal_;  ///< opened once more; none if that was refused
  bool is_file_ = false;
  bool is_closed_ = false;
  int error_ = 0;
  clock::time_point patient_until_{};
  std::string lines_;      ///< finished commands that aren't composed yet
  std::string unwritten_;  ///< bytes on their way
  std::string live_;
  std::string next_live_;
  std::size_t live_count_ = 0;
  std::size_t next_count_ = 0;
  bool is_changed_ = false;
};

}  // namespace trace2::program::listening
