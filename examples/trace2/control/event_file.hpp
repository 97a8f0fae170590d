// The temporary file that a command and its descendants write their events to.
#pragma once

#include <trace2/read/byte_source.hpp>

#include <cstddef>
#include <string>

#include "system/owned_descriptor.hpp"
#include "system/temporary_file.hpp"

namespace trace2::program {

/// A file that exists as long as the object. The file reserves room for the last events, so that
/// the end of the command is in the trace even when the command has filled the disk.
class event_file {
 public:
  event_file();

  std::string const& path() const noexcept { return file_.path(); }
  /// Why events can't be written, an errno value; 0 if they can.
  int error() const noexcept { return error_; }

  /// Gives the room to the events that follow. If there is no other, `error` says why, and some
  /// events before are missing.
  void give_room();

  /// Removes a last line that was not written to its end.
  void remove_cut_line() const noexcept;

 private:
  static constexpr std::size_t room_size = 8192;

  temporary_file file_;
  owned_descriptor room_;
  int error_;
};

}  // namespace trace2::program
