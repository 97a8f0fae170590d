// A file that takes the place of another one when it is complete, and never before.
#pragma once

#include <trace2/detail/system/same_file.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "unfinished_files.hpp"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// Writes beside a file, and renames at the end. A signal that ends the program removes what is
/// incomplete. One at a time in a process, because the list of unfinished files is short.
class replacement_file {
 public:
  replacement_file() = default;
  replacement_file(replacement_file const&) = delete;
  replacement_file& operator=(replacement_file const&) = delete;
  ~replacement_file() { discard(); }

  /// Begins a file where none is, with the mode of new files. False where none can be put in its
  /// place, as at the end of a link.
  bool begin(std::string const& path) {
    struct ::stat link {};
    if (::lstat(path.c_str(), &link) == 0) return false;
    target_ = path;
    if (!make()) return false;
    bool const is_as_others = ::fchmod(fd_, unmasked(0666)) == 0;
    if (!is_as_others) discard();
    return is_as_others;
  }

  /// Begins a replacement for a file with this path and status, with its mode and group. False
  /// where one would be another file for somebody: it has several names or another owner, its group
  /// can't be given, it is no regular file or one to which standard output or error goes, or its
  /// directory can't be written.
  bool begin(std::string const& path, struct ::stat const& of) {
    if (!S_ISREG(of.st_mode) || of.st_nlink != 1 || of.st_uid != ::geteuid()) return false;
    if (is_open_as(STDOUT_FILENO, of) || is_open_as(STDERR_FILENO, of) || is_of_system(path))
      return false;
    target_ = whole_path(path);
    if (target_.empty() || !make()) return false;
    // Without the same group and mode it would be another file for its readers. A change of the
    // group takes bits of the mode away.
    bool const is_same = ::fchown(fd_, static_cast<::uid_t>(-1), of.st_gid) == 0 &&
                         ::fchmod(fd_, of.st_mode & 07777) == 0;
    if (!is_same) discard();
    return is_same;
  }

  /// The descriptor to write to; negative when there is none.
  int fd() const noexcept { return fd_; }

  /// Takes the place of the file. Returns 0 or an errno value.
  int complete() noexcept {
    if (fd_ < 0) return 0;
    held_signals const held;
    // Some file systems say only now that they could not write.
    bool const is_whole =
        ::close(std::exchange(fd_, -1)) == 0 && std::rename(path_.c_str(), target_.c_str()) == 0;
    int const error = is_whole ? 0 : errno;
    if (!is_whole) ::unlink(path_.c_str());
    unfinished_files::take_off(path_.c_str());
    return error;
  }

  /// Removes what is written so far.
  void discard() noexcept {
    if (fd_ < 0) return;
    held_signals const held;
    ::unlink(path_.c_str());
    unfinished_files::take_off(path_.c_str());
    ::close(fd_);
    fd_ = -1;
  }

 private:
  /// The absolute path of a file, without links; empty when there is none.
  static std::string whole_path(std::string const& path) {
    std::unique_ptr<char, void (*)(void*)> const whole{::realpath(path.c_str(), nullptr),
                                                       &std::free};
    return whole == nullptr ? std::string{} : std::string{whole.get()};
  }

  static bool is_open_as(int fd, struct ::stat const& of) noexcept {
    struct ::stat open {};
    return ::fstat(fd, &open) == 0 && trace2::detail::is_same_file(open, of);
  }
  /// Such a path may stand for an open file, whose other users see no replacement.
  static bool is_of_system(std::string const& path) noexcept {
    return path.starts_with("/dev/") || path.starts_with("/proc/");
  }

  /// Makes the file beside the target; false when this fails.
  bool make() {
    path_ = target_ + ".XXXXXX";
    held_signals const held;
    fd_ = ::mkostemp(path_.data(), O_CLOEXEC);
    if (fd_ >= 0) unfinished_files::add(path_.c_str());
    return fd_ >= 0;
  }

  std::string target_;
  std::string path_;
  int fd_ = -1;
};

}  // namespace trace2_program
