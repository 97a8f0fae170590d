// Standard input as a source of lines. A pipe has nobody else who reads it, so it is read as fast
// as its lines are looked at, and no faster.
#pragma once

#include <array>

#include "listen/intake.hpp"
#include "listen/readiness.hpp"
#include <poll.h>
#include <unistd.h>

namespace trace2::program::listening {

class input_pipe {
 public:
  /// `number` is the one in the set.
  input_pipe(readiness& ready, intake& to, writer_id number);
  input_pipe(input_pipe const&) = delete;
  input_pipe& operator=(input_pipe const&) = delete;

  bool is_over() const noexcept { return is_over_; }
  /// True if it can be read without waiting, which the set doesn't tell of a file.
  bool is_file() const noexcept { return !is_over_ && !is_in_set_ && !is_held_; }

  void read();

  /// Goes on reading if its lines have been looked at.
  void go_on();

  void end();

 private:
  void follow() { is_in_set_ = ready_.add(STDIN_FILENO, number_); }
  void leave();
  void hold();

  readiness& ready_;
  intake& to_;
  writer_id number_;
  line_cutter cutter_;
  bool is_in_set_ = false;
  bool is_held_ = false;
  bool is_over_ = false;
  std::array<char, 64 * 1024> room_{};
};

}  // namespace trace2::program::listening
