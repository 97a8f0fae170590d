// A file that takes the place of another one when it is complete, and never before.
#pragma once

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// Writes beside a file, and renames at the end. A signal that ends the program removes what is
/// incomplete. One at a time in a process.
class replacement_file {
 public:
  replacement_file() = default;
  replacement_file(replacement_file const&) = delete;
  replacement_file& operator=(replacement_file const&) = delete;
  ~replacement_file() { discard(); }

  /// Begins a replacement for a file with this path and status, with its mode and group. False
  /// where one would be another file for somebody: it has several names or another owner, its group
  /// can't be given, it is no regular file or one to which standard output or error goes, or its
  /// directory can't be written. `is_new`: the file itself is to go with a signal, too.
  bool begin(std::string const& path, struct ::stat const& of, bool is_new) {
    if (!S_ISREG(of.st_mode) || of.st_nlink != 1 || of.st_uid != ::geteuid()) return false;
    if (is_open_as(STDOUT_FILENO, of) || is_open_as(STDERR_FILENO, of) || is_of_system(path))
      return false;
    std::unique_ptr<char, void (*)(void*)> const whole{::realpath(path.c_str(), nullptr),
                                                       &std::free};
    if (whole == nullptr) return false;
    target_ = whole.get();
    path_ = target_ + ".XXXXXX";
    fd_ = ::mkostemp(path_.data(), O_CLOEXEC);
    if (fd_ < 0) return false;
    // Without the same group and mode it would be another file for its readers. A change of the
    // group takes bits of the mode away.
    if (::fchown(fd_, static_cast<::uid_t>(-1), of.st_gid) != 0 ||
        ::fchmod(fd_, of.st_mode & 07777) != 0)
      return discard(), false;
    removed_at_signal = {path_.c_str(), is_new ? target_.c_str() : nullptr};
    watch_signals();
    return true;
  }

  /// The descriptor to write to; negative when there is none.
  int fd() const noexcept { return fd_; }

  /// Takes the place of the file. Returns 0 or an errno value.
  int complete() noexcept {
    if (fd_ < 0) return 0;
    removed_at_signal = {};
    if (std::rename(path_.c_str(), target_.c_str()) != 0) return errno;
    ::close(fd_);
    fd_ = -1;
    return 0;
  }

  /// Removes what is written so far.
  void discard() noexcept {
    if (fd_ < 0) return;
    removed_at_signal = {};
    ::unlink(path_.c_str());
    ::close(fd_);
    fd_ = -1;
  }

 private:
  static bool is_open_as(int fd, struct ::stat const& of) noexcept {
    struct ::stat open {};
    return ::fstat(fd, &open) == 0 && open.st_dev == of.st_dev && open.st_ino == of.st_ino;
  }
  /// Such a path may stand for an open file, whose other users see no replacement.
  static bool is_of_system(std::string const& path) noexcept {
    return path.starts_with("/dev/") || path.starts_with("/proc/");
  }

  static void watch_signals() noexcept {
    for (int const signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct ::sigaction before {};
      if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
      struct ::sigaction action {};
      action.sa_handler = &end;
      action.sa_flags = static_cast<int>(SA_RESETHAND);
      ::sigaction(signal, &action, nullptr);
    }
  }

  /// The signal, which has its default action again, ends the program behind this function.
  static void end(int signal) {
    for (char const* const path : removed_at_signal)
      if (path != nullptr) ::unlink(path);
    ::raise(signal);
  }

  inline static std::array<char const*, 2> removed_at_signal{};

  std::string target_;
  std::string path_;
  int fd_ = -1;
};

}  // namespace trace2_program
