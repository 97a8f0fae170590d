// A file in the directory of temporary files.
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

#include "system/owned_descriptor.hpp"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

namespace trace2::program {

/// An empty file of this user alone, whose descriptor appends. It exists as long as the object.
class temporary_file {
 public:
  temporary_file() {
    std::error_code error;
    path_ = (std::filesystem::temp_directory_path(error) / "trace2.XXXXXX").string();
    if (!error) fd_.reset(::mkostemp(path_.data(), O_CLOEXEC | O_APPEND));
    error_ = error ? error.value() : fd_ ? 0 : errno;
  }
  temporary_file(temporary_file const&) = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  ~temporary_file() {
    if (fd_) ::unlink(path_.c_str());
  }

  std::string const& path() const noexcept { return path_; }
  int fd() const noexcept { return fd_.get(); }
  /// Why there is none, an errno value; 0 if there is one.
  int error() const noexcept { return error_; }

 private:
  std::string path_;
  owned_descriptor fd_;
  int error_ = 0;
};

}  // namespace trace2::program
