// Shows on a terminal how far the reading of a trace is.
#pragma once

#include <chrono>
#include <cstddef>

#include "system/files.hpp"
#include "system/terminal.hpp"

namespace trace2::program {

/// Shows the progress on a terminal to a user who has to wait.
class progress {
 public:
  /// `total` is in bytes; 0 if unknown.
  explicit progress(std::size_t total)
      : total_{total}, is_for_person_{is_terminal(standard_error)} {}
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;
  ~progress();

  void at(std::size_t position);

 private:
  using clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds patience{500};
  static constexpr std::chrono::milliseconds interval{200};

  std::size_t total_;
  bool is_for_person_;
  bool is_shown_ = false;
  clock::time_point begin_ = clock::now();
  clock::time_point next_ = begin_ + patience;
};

}  // namespace trace2::program
