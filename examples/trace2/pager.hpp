// Shows standard output page by page, where it is a terminal.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

#include "child_process.hpp"
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trace2_program {

/// The pager of standard output. It begins with the first bytes that are written, so that nothing
/// starts for an error. As with Git, less quits by itself if the text fits the terminal.
class pager {
 public:
  static pager& of_output() {
    static pager one;
    return one;
  }
  pager(pager const&) = delete;
  pager& operator=(pager const&) = delete;

  /// Lets the pager begin that TRACE2_PAGER or PAGER names, else less. An empty one, or cat, is
  /// none.
  void allow() {
    if (::isatty(STDOUT_FILENO) != 1) return;
    command_ = "less";
    for (char const* const name : {"TRACE2_PAGER", "PAGER"})
      if (char const* const given = std::getenv(name)) {
        command_ = given;
        break;
      }
    if (command_ == "cat") command_.clear();
    if (command_ == "less" && ::access(find_in_path(command_).c_str(), X_OK) != 0) command_.clear();
  }

  /// Whether standard output goes to a terminal by way of the pager.
  bool is_running() const noexcept { return process_ > 0; }
  unsigned width() const noexcept { return width_; }

  void begin() {
    if (command_.empty() || is_running()) return;
    struct ::winsize size {};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width_ = size.ws_col;
    int ends[2];
    if (::pipe(ends) != 0) return;
    process_ = ::fork();
    if (process_ == 0) run(ends);
    if (process_ > 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      // Keys that interrupt are for the pager.
      std::signal(SIGINT, SIG_IGN);
    }
    for (int const end : ends) ::close(end);
  }

  /// Waits until its reader has left it. Standard output is closed then.
  void end() {
    command_.clear();
    if (!is_running()) return;
    // The end of the text is the end of the last descriptor. Nothing else may be open instead, for
    // that may fail, and the pager would wait for ever.
    ::close(STDOUT_FILENO);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
  }

 private:
  pager() = default;

  [[noreturn]] void run(int const (&ends)[2]) const {
    ::dup2(ends[0], STDIN_FILENO);
    for (int const end : ends) ::close(end);
    // Quit if one screen is enough; show colours; leave the text on the terminal.
    ::setenv("LESS", "FRX", 0);
    ::setenv("LV", "-c", 0);
    ::execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }

  std::string command_;  ///< empty: no pager
  ::pid_t process_ = 0;
  unsigned width_ = 0;
};

}  // namespace trace2_program
