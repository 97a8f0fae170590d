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
#include "unfinished_files.hpp"
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
    is_new_ = ::access(path.c_str(), F_OK) != 0;
    fd_ = is_new_ ? create() : open_to_write();
    if (fd_ < 0) error_ = -fd_;
    is_to_be_emptied_ = fd_ >= 0 && ::fstat(fd_, &before_) == 0 && S_ISREG(before_.st_mode);
  }
  /// Takes a descriptor, which stays open.
  explicit output(int fd) noexcept : fd_{fd} {}
  output(output const&) = delete;
  output& operator=(output const&) = delete;
  ~output() {
    if (!is_abandoned_ && std::uncaught_exceptions() == 0) commit();
    if (is_new_) end_creation();
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

  /// Leaves the file as it was, if nothing has been written yet.
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
    if (!flush()) return false;
    held_signals const held;
    error_ = replacement_.complete();
    if (error_ == 0 && is_new_) unfinished_files::take_off(path_.c_str());
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
  /// A signal removes the file until it is complete. Signals are held back for new files only: the
  /// opening of a pipe waits for its reader.
  int create() {
    held_signals const held;
    int const fd = open_to_write();
    is_new_ = fd >= 0;
    if (!is_new_) return fd;
    if (auto whole = replacement_file::whole_path(path_); !whole.empty()) path_ = std::move(whole);
    unfinished_files::add(path_.c_str());
    return fd;
  }
  /// No signal removes the file from now on. It goes here if nothing is to be in it.
  void end_creation() noexcept {
    held_signals const held;
    if (is_abandoned_) ::unlink(path_.c_str());
    unfinished_files::take_off(path_.c_str());
  }

  int target() const noexcept { return replacement_.fd() >= 0 ? replacement_.fd() : fd_; }

  int fd_ = 1;
  int error_ = 0;
  bool is_to_be_emptied_ = false;
  bool is_abandoned_ = false;
  bool is_new_ = false;
  std::string path_;
  struct ::stat before_ {};
  replacement_file replacement_;
  std::string buffer_;
};

/// Reports why the output is incomplete, unless its reader has just gone.
inline int finish(output& out, followed result) {
  if (out.commit()) return result == followed::all ? ok : bad_input;
  if (out.error() != EPIPE) say(std::string{"can't write: "} + std::strerror(out.error()));
  return bad_input;
}

}  // namespace trace2_program
