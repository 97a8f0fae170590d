// Standard input as a source of lines. A pipe has nobody else who reads it, so it is read as fast
// as its lines are looked at, and no faster.
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>

#include "intake.hpp"
#include "readiness.hpp"
#include <poll.h>
#include <unistd.h>

namespace trace2_program::listening {

class input_pipe {
 public:
  /// `number` is the one in the set.
  input_pipe(readiness& ready, intake& to, writer_id number)
      : ready_{ready}, to_{to}, number_{number} {
    follow();
  }
  input_pipe(input_pipe const&) = delete;
  input_pipe& operator=(input_pipe const&) = delete;

  bool is_over() const noexcept { return is_over_; }
  /// Whether it can be read without waiting, which the set doesn't tell of a file.
  bool is_file() const noexcept { return !is_over_ && !is_in_set_ && !is_held_; }

  void read() {
    if (is_over_ || is_held_) return;
    ::ssize_t const got = ::read(STDIN_FILENO, room_.data(), room_.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) return end();
    to_.take(number_, cutter_, {room_.data(), static_cast<std::size_t>(got)});
    if (to_.waiting().size_of(number_) > waiting_of_client / 4) hold();
  }

  /// Goes on reading if its lines have been looked at.
  void go_on() {
    if (!is_held_ || to_.waiting().size_of(number_) > waiting_of_client / 8) return;
    is_held_ = false;
    follow();
  }

  void end() {
    if (is_over_) return;
    is_over_ = true;
    leave();
    to_.end(number_, cutter_);
  }

 private:
  void follow() { is_in_set_ = ready_.add(STDIN_FILENO, number_); }
  void leave() {
    if (is_in_set_) ready_.remove(STDIN_FILENO);
    is_in_set_ = false;
  }
  void hold() {
    is_held_ = true;
    leave();
  }

  readiness& ready_;
  intake& to_;
  writer_id number_;
  line_cutter cutter_;
  bool is_in_set_ = false;
  bool is_held_ = false;
  bool is_over_ = false;
  std::array<char, 64 * 1024> room_{};
};

}  // namespace trace2_program::listening
