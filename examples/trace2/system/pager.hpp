// Shows standard output page by page, where it is a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace trace2::program {

/// The pager of standard output. The pager starts with the first bytes that are written, so that
/// none starts for an error. As with Git, less quits by itself if the text fits the terminal. There
/// is none on Windows.
class pager {
 public:
  static pager& of_output();
  pager(pager const&) = delete;
  pager& operator=(pager const&) = delete;

  /// Lets the pager begin that TRACE2_PAGER or PAGER names, else less. An empty one, or cat, is
  /// none.
  void allow();

  /// True if standard output goes to a terminal by way of the pager.
  bool is_running() const noexcept { return process_ > 0; }
  /// Of the terminal, in characters; 0 if unknown.
  std::size_t width() const noexcept { return width_; }

  void begin();

  /// Waits until its reader has left it. Standard output is closed then.
  void end();

 private:
  pager() = default;

  [[noreturn]] void run(int const (&ends)[2]) const;

  std::string command_;  ///< empty: no pager
  int process_ = 0;
  std::size_t width_ = 0;
};

}  // namespace trace2::program
