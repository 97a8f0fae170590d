// A directory that appears when all of its files are complete, and never before.
#pragma once

#include <cerrno>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "unfinished_files.hpp"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// Makes the files in a directory of another name, and renames that at the end. A signal that ends
/// the program removes what is incomplete. One at a time in a process, because the list of
/// unfinished files is short.
class unfinished_directory {
 public:
  unfinished_directory() = default;
  unfinished_directory(unfinished_directory const&) = delete;
  unfinished_directory& operator=(unfinished_directory const&) = delete;
  ~unfinished_directory() { discard(); }

  /// Begins a directory; an empty one may be there. Returns 0 or an errno value.
  int begin(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    std::error_code error;
    auto const is = std::filesystem::symlink_status(path, error).type();
    if (is == std::filesystem::file_type::directory) {
      if (!std::filesystem::is_empty(path, error)) return error ? error.value() : ENOTEMPTY;
    } else if (is != std::filesystem::file_type::not_found) {
      return error ? error.value() : EEXIST;
    }
    held_signals const held;
    path_ = path + ".XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) {
      path_.clear();
      return errno;
    }
    unfinished_files::add(path_.c_str());
    target_ = std::move(path);
    return 0;
  }

  /// Makes a file. Returns the descriptor to write to, or the negated errno value.
  int add(std::string_view name) {
    files_.push_back({path_ + "/" + std::string{name}});
    file& added = files_.back();
    held_signals const held;
    added.fd = ::open(added.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (added.fd < 0) return -errno;
    unfinished_files::add(added.path.c_str());
    return added.fd;
  }

  /// Gives the directory its name. Returns 0 or an errno value.
  int complete() noexcept {
    held_signals const held;
    for (file& one : files_)
      if (::close(std::exchange(one.fd, -1)) != 0) return errno;
    if (::chmod(path_.c_str(), unmasked(0777)) != 0) return errno;
    if (std::rename(path_.c_str(), target_.c_str()) != 0) return errno;
    forget();
    return 0;
  }

  /// Removes what is written so far.
  void discard() noexcept {
    if (path_.empty()) return;
    held_signals const held;
    for (file const& one : files_) {
      if (one.fd >= 0) ::close(one.fd);
      ::unlink(one.path.c_str());
    }
    ::rmdir(path_.c_str());
    forget();
  }

 private:
  struct file {
    std::string path;
    int fd = -1;
  };

  void forget() noexcept {
    for (file const& one : files_) unfinished_files::take_off(one.path.c_str());
    unfinished_files::take_off(path_.c_str());
    files_.clear();
    path_.clear();
  }

  std::string target_;
  std::string path_;        ///< of the directory while it is unfinished; empty: there is none
  std::deque<file> files_;  // their paths stay where they are
};

}  // namespace trace2_program
