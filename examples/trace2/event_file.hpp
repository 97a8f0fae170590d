// The temporary file that a command and its descendants write their events to.
#pragma once

#include <trace2/read/byte_source.hpp>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>

#include "owned_descriptor.hpp"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// A file that exists as long as the object. It keeps room for the last events, so that the end of
/// the command is in the trace even when the command has filled the disk.
class event_file {
 public:
  event_file() {
    std::error_code error;
    path_ = (std::filesystem::temp_directory_path(error) / "trace2.XXXXXX").string();
    if (error) {
      path_.clear();
      error_ = error.value();
      return;
    }
    fd_.reset(::mkostemp(path_.data(), O_CLOEXEC | O_APPEND));
    if (!fd_) {
      error_ = errno;
      path_.clear();
      return;
    }
    std::string room = path_ + ".room";
    room_.reset(::open(room.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (room_) ::unlink(room.c_str());
    error_ = !room_ ? errno : -trace2::read::write_all(room_.get(), std::string(room_size, ' '));
  }
  event_file(event_file const&) = delete;
  event_file& operator=(event_file const&) = delete;
  ~event_file() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  std::string const& path() const noexcept { return path_; }
  /// Why events can't be written, an errno value; 0 if they can.
  int error() const noexcept { return error_; }

  /// Gives the room to the events that follow. If there is no other, `error` says why, and some
  /// events before are missing.
  void give_room() {
    error_ = -trace2::read::write_all(fd_.get(), "\n");  // an empty line, which readers pass over
    room_.reset();
    if (error_ != 0) remove_cut_line();
  }

  /// Removes a last line that was not written to its end.
  void remove_cut_line() const noexcept {
    ::off_t end = ::lseek(fd_.get(), 0, SEEK_END);
    for (char last = 0; end > 0 && ::pread(fd_.get(), &last, 1, end - 1) == 1 && last != '\n';)
      --end;
    [[maybe_unused]] bool const is_removed = end >= 0 && ::ftruncate(fd_.get(), end) == 0;
  }

 private:
  static constexpr std::size_t room_size = 8192;

  std::string path_;
  owned_descriptor fd_;
  owned_descriptor room_;
  int error_ = 0;
};

}  // namespace trace2_program
