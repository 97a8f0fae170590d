// Standard output of a listener: finished commands, and on a terminal below them those that run.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../owned_descriptor.hpp"
#include "limits.hpp"
#include "losses.hpp"
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program::listening {

/// Never waits for the reader of standard output: lines that find no room are left out and counted.
class screen {
 public:
  explicit screen(losses& lost) : lost_{lost}, is_terminal_{::isatty(STDOUT_FILENO) == 1} {
    struct ::stat status {};
    is_file_ = ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode);
    // A terminal takes any number of bytes at once, so a write may wait. Not to wait is a property
    // of what was opened, which other programs share.
    if (is_terminal_)
      terminal_.reset(::open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  }
  screen(screen const&) = delete;
  screen& operator=(screen const&) = delete;

  bool is_terminal() const noexcept { return is_terminal_; }
  /// Characters of a line that fits; without a terminal the largest number.
  std::size_t width() const noexcept {
    struct ::winsize size {};
    if (!is_terminal_) return std::numeric_limits<std::size_t>::max();
    bool const is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return is_known ? size.ws_col - 1u : 79u;
  }
  /// Lines for what runs: at most half of the terminal.
  std::size_t live_lines() const noexcept {
    struct ::winsize size {};
    bool const is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row != 0;
    return std::clamp<std::size_t>(is_known ? size.ws_row / 2u : 10u, 1, 20);
  }

  /// Adds a line, without its end.
  void line(std::string_view text) {
    if (lines_.size() + text.size() >= waiting_output) return lost_.add(loss::unshown);
    lines_.append(text).append("\n");
  }

  /// Whether the screen takes another picture of what runs.
  bool takes_picture() const noexcept { return is_terminal_ && unwritten_.empty(); }
  /// Replaces the lines below.
  void live(std::vector<std::string> const& lines) {
    next_live_.clear();
    for (std::string const& text : lines) next_live_.append(text).append("\n");
    next_count_ = lines.size();
    is_changed_ = is_changed_ || next_live_ != live_;
  }
  /// Takes the lines below away, for a message that others write.
  void clear() {
    live({});
    flush();
  }

  bool has_unwritten() const noexcept { return !unwritten_.empty() || !lines_.empty(); }
  /// Whether the reader has gone.
  bool is_closed() const noexcept { return is_closed_; }

  /// Writes what can be written without waiting.
  void flush() {
    for (;;) {
      if (unwritten_.empty()) compose();
      if (unwritten_.empty() || is_closed_) return;
      ::pollfd wanted{STDOUT_FILENO, POLLOUT, 0};
      if (!is_file_ && ::poll(&wanted, 1, 0) != 1) return;
      // A pipe that can be written to takes so many bytes at once.
      constexpr std::size_t most_of_pipe = 4'096;
      std::size_t const most = is_file_ || terminal_ ? unwritten_.size() : most_of_pipe;
      ::ssize_t const done = ::write(terminal_ ? terminal_.get() : STDOUT_FILENO, unwritten_.data(),
                                     std::min(most, unwritten_.size()));
      if (done < 0 && errno != EINTR && errno != EAGAIN) {
        is_closed_ = true;
        error_ = errno;
      }
      if (done < 0) return;
      unwritten_.erase(0, static_cast<std::size_t>(done));
    }
  }
  /// Why the output is closed: an errno value.
  int error() const noexcept { return error_; }

 private:
  /// Makes the next bytes: the lines that have come, and the picture below them anew.
  void compose() {
    if (lines_.empty() && !is_changed_) return;
    if (live_count_ != 0) unwritten_ = "\x1b[" + std::to_string(live_count_) + "A\r\x1b[J";
    unwritten_.append(std::exchange(lines_, {}));
    unwritten_.append(next_live_);
    live_ = next_live_;
    live_count_ = next_count_;
    is_changed_ = false;
  }

  losses& lost_;
  bool is_terminal_;
  owned_descriptor terminal_;  ///< opened once more; none if that was refused
  bool is_file_ = false;
  bool is_closed_ = false;
  int error_ = 0;
  std::string lines_;      ///< finished commands that aren't composed yet
  std::string unwritten_;  ///< bytes on their way
  std::string live_;
  std::string next_live_;
  std::size_t live_count_ = 0;
  std::size_t next_count_ = 0;
  bool is_changed_ = false;
};

}  // namespace trace2_program::listening
