// The output of a command: standard output or a file, buffered, and quiet when its reader has gone.
#pragma once

#include <trace2/detail/system/posix.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/sink.hpp>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "messages.hpp"
#include "pager.hpp"
#include "replacement_file.hpp"
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// Unlike the sinks of the library it waits for its reader: a converter has nothing else to do. A
/// file changes when it is complete, not before, unless it can't be replaced.
class output final : public trace2::sink {
 public:
  /// Opens a file; standard output for an empty path and for "-". A name of standard output or
  /// error is the descriptor itself, so that the output goes on where others have stopped.
  explicit output(std::string const& path) {
    if (path.empty() || path == "-") return;
    for (int const fd : {STDOUT_FILENO, STDERR_FILENO})
      if (is_name_of(fd, path)) {
        fd_ = fd;
        return;
      }
    path_ = path;
    fd_ = replacement_.begin(path) ? -1 : open_to_write();
    if (target() < 0) error_ = -fd_;
    is_to_be_emptied_ = fd_ >= 0 && ::fstat(fd_, &before_) == 0 && S_ISREG(before_.st_mode);
  }
  /// Takes a descriptor, which stays open.
  explicit output(int fd) noexcept : fd_{fd} {}
  output(output const&) = delete;
  output& operator=(output const&) = delete;
  ~output() {
    if (!is_abandoned_ && std::uncaught_exceptions() == 0) commit();
    if (fd_ > 2) posix::close(fd_);
  }

  void write(std::string_view bytes) noexcept override {
    if (error_ != 0) return;
    if (bytes.size() >= enough) {
      if (flush()) error_ = -trace2::read::write_all(target(), bytes);
      return;
    }
    buffer_.append(bytes);
    if (buffer_.size() >= enough) flush();
  }

  int error() const noexcept override { return error_; }
  bool is_terminal() const noexcept override {
    return is_paged() || (fd_ >= 0 && posix::is_terminal(fd_));
  }

  /// The width of the terminal in characters; without a terminal the largest number.
  std::size_t width() const noexcept {
    if (is_paged() && pager::of_output().width() != 0) return pager::of_output().width();
    struct ::winsize size {};
    bool const is_known = ::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return is_known ? size.ws_col : std::numeric_limits<std::size_t>::max();
  }

  /// Leaves the output as it was, if no more than the buffer has been written yet.
  void abandon() noexcept { is_abandoned_ = true; }

  /// Writes the buffer; false when this fails.
  bool flush() noexcept {
    if (std::exchange(is_to_be_emptied_, false) && !replacement_.begin(path_, before_) &&
        ::ftruncate(fd_, 0) != 0)
      error_ = errno;
    if (fd_ == STDOUT_FILENO && !buffer_.empty()) pager::of_output().begin();
    if (error_ == 0) error_ = -trace2::read::write_all(target(), buffer_);
    buffer_.clear();
    return error_ == 0;
  }

  /// Writes all, and puts the file into its place; false when this fails.
  bool commit() noexcept {
    if (flush()) error_ = replacement_.complete();
    return error_ == 0;
  }

 private:
  using posix = trace2::detail::posix;
  static constexpr std::size_t enough = std::size_t{64} * 1024;

  static bool is_name_of(int fd, std::string_view path) {
    std::string const number = std::to_string(fd);
    return path == (fd == STDOUT_FILENO ? "/dev/stdout" : "/dev/stderr") ||
           path == "/dev/fd/" + number || path == "/proc/self/fd/" + number;
  }

  bool is_paged() const noexcept { return fd_ == STDOUT_FILENO && pager::of_output().is_running(); }

  int open_to_write() const noexcept {
    return posix::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
  }
  int target() const noexcept { return replacement_.fd() >= 0 ? replacement_.fd() : fd_; }

  int fd_ = 1;
  int error_ = 0;
  bool is_to_be_emptied_ = false;
  bool is_abandoned_ = false;
  std::string path_;
  struct ::stat before_ {};
  replacement_file replacement_;
  std::string buffer_;
};

/// Ends a command: its output is complete, or not made at all. Reports why it is incomplete, unless
/// its reader has just gone.
inline int finish(output& out, followed result) {
  if (result == followed::nothing) {
    out.abandon();
    return bad_input;
  }
  if (out.commit()) return result == followed::all ? ok : bad_input;
  if (out.error() != EPIPE) say(std::string{"can't write: "} + std::strerror(out.error()));
  return bad_input;
}

}  // namespace trace2_program
