// A file in the directory of temporary files.
#pragma once

#include <string>

#include "system/owned_descriptor.hpp"

namespace trace2::program {

/// An empty file of this user alone. It exists as long as the object.
class temporary_file {
 public:
  temporary_file();
  temporary_file(temporary_file const&) = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  ~temporary_file();

  std::string const& path() const noexcept { return path_; }
  /// To write at the end of the file.
  int fd() const noexcept { return fd_.get(); }
  /// Why there is none, an errno value; 0 if there is one.
  int error() const noexcept { return error_; }

 private:
  std::string path_;
  owned_descriptor fd_;
  int error_ = 0;
};

}  // namespace trace2::program
