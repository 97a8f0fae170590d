// A file that takes the place of another one when it is complete, and never before.
#pragma once

#include <string>

#include "system/files.hpp"

namespace trace2::program {

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
  bool begin(std::string const& path);

  /// Begins a replacement for a file of which this is known, with its mode and group. False
  /// where one would be another file for somebody: it has several names or another owner, its group
  /// can't be given, it is no regular file or one to which standard output or error goes, or its
  /// directory can't be written.
  bool begin(std::string const& path, file_facts const& of);

  /// The descriptor to write to; negative when there is none.
  int fd() const noexcept { return fd_; }

  /// Takes the place of the file. Returns 0 or an errno value.
  int complete() noexcept;

  /// Removes what is written so far.
  void discard() noexcept;

 private:
  static bool is_open_as(int fd, file_facts const& of);
  /// Such a path may stand for an open file, whose other users see no replacement.
  static bool is_of_system(std::string const& path) noexcept;

  /// Makes the file beside the target; false when this fails.
  bool make();

  std::string target_;
  std::string path_;
  int fd_ = -1;
};

}  // namespace trace2::program
