// A file for what one call needs, and nobody behind it.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include <stdlib.h>
#include <unistd.h>

namespace trace2_program {

/// A file that exists as long as the object.
class temporary_file {
 public:
  temporary_file() {
    std::error_code error;
    path_ = (std::filesystem::temp_directory_path(error) / "trace2.XXXXXX").string();
    int const fd = error ? -1 : ::mkstemp(path_.data());
    if (fd >= 0)
      ::close(fd);
    else
      path_.clear();
  }
  temporary_file(temporary_file const&) = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  ~temporary_file() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  /// The path; empty when no file could be made.
  std::string const& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace trace2_program
