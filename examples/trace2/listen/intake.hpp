// Takes what writers send, whole lines only, and hands it to those who keep and follow it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "listen/limits.hpp"
#include "listen/line_cutter.hpp"
#include "listen/losses.hpp"
#include "listen/waiting_lines.hpp"

namespace trace2::program::listening {

/// The one way in. Lines are kept in files, if that is wanted, before they wait for being looked
/// at: a crash loses none of them.
class intake {
 public:
  intake(losses& lost, std::function<void(std::string_view)> keep)
      : lost_{lost}, keep_{std::move(keep)} {}
  intake(intake const&) = delete;
  intake& operator=(intake const&) = delete;

  /// Takes further bytes of a writer. Returns whether they have completed a line.
  bool take(writer_id writer, line_cutter& cutter, std::string_view bytes);

  /// Takes whole lines.
  void take_lines(writer_id writer, std::string lines);

  /// The writer has gone; `process` may go on. The beginning of a line that it leaves behind may be
  /// a whole event.
  void end(writer_id writer, line_cutter& cutter, ::pid_t process = 0);

  /// Leaves out the beginning of a line.
  void forget(line_cutter& cutter);

  waiting_lines& waiting() noexcept { return waiting_; }
  waiting_lines const& waiting() const noexcept { return waiting_; }
  /// Bytes in memory, beginnings of lines included.
  std::size_t size() const noexcept { return waiting_.size() + begun_; }
  bool is_full() const noexcept { return size() > waiting_of_all; }

 private:
  losses& lost_;
  std::function<void(std::string_view)> keep_;
  waiting_lines waiting_;
  std::size_t begun_ = 0;
};

}  // namespace trace2::program::listening
