// The output of a command: standard output or a file, buffered, and quiet when its reader has gone.
#pragma once

#include <trace2/detail/system/posix.hpp>
#include <trace2/sink.hpp>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "messages.hpp"
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// Unlike the sinks of the library it waits for its reader: a converter has nothing else to do. It
/// truncates a file with the first bytes that it writes, not before.
class output final : public trace2::sink {
 public:
  /// Opens a file; standard output for an empty path and for "-".
  explicit output(std::string const& path) {
    if (path.empty() || path == "-") return;
    fd_ = posix::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (fd_ < 0) error_ = -fd_;
    struct ::stat own;
    is_to_be_emptied_ = fd_ >= 0 && ::fstat(fd_, &own) == 0 && S_ISREG(own.st_mode);
  }
  /// Takes a descriptor, which stays open.
  explicit output(int fd) noexcept : fd_{fd} {}
  output(output const&) = delete;
  output& operator=(output const&) = delete;
  ~output() {
    if (!is_abandoned_) flush();
    if (fd_ > 2) posix::close(fd_);
  }

  void write(std::string_view bytes) noexcept override {
    if (error_ != 0) return;
    if (bytes.size() >= enough) {
      if (flush()) error_ = -trace2::read::write_all(fd_, bytes);
      return;
    }
    buffer_.append(bytes);
    if (buffer_.size() >= enough) flush();
  }

  int error() const noexcept override { return error_; }
  bool is_terminal() const noexcept override { return fd_ >= 0 && posix::is_terminal(fd_); }

  /// The width of the terminal in characters; without a terminal the largest number.
  std::size_t width() const noexcept {
    struct ::winsize size {};
    bool const is_known = ::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return is_known ? size.ws_col : std::numeric_limits<std::size_t>::max();
  }

  /// Whether the output is the file with this path.
  bool is(std::string const& path) const noexcept {
    struct ::stat own, other;
    return ::fstat(fd_, &own) == 0 && S_ISREG(own.st_mode) && ::stat(path.c_str(), &other) == 0 &&
           other.st_dev == own.st_dev && other.st_ino == own.st_ino;
  }

  /// Leaves the file as it was, if nothing has been written yet.
  void abandon() noexcept { is_abandoned_ = true; }

  /// Writes the buffer; false when this fails.
  bool flush() noexcept {
    if (std::exchange(is_to_be_emptied_, false) && ::ftruncate(fd_, 0) != 0) error_ = errno;
    if (error_ == 0) error_ = -trace2::read::write_all(fd_, buffer_);
    buffer_.clear();
    return error_ == 0;
  }

 private:
  using posix = trace2::detail::posix;
  static constexpr std::size_t enough = std::size_t{64} * 1024;

  int fd_ = 1;
  int error_ = 0;
  bool is_to_be_emptied_ = false;
  bool is_abandoned_ = false;
  std::string buffer_;
};

/// Reports why the output is incomplete, unless its reader has just gone.
inline int finish(output& out, followed result) {
  if (out.flush()) return result == followed::all ? ok : bad_input;
  if (out.error() != EPIPE) say(std::string{"can't write: "} + std::strerror(out.error()));
  return bad_input;
}

}  // namespace trace2_program
