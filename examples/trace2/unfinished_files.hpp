// Files that aren't complete go with the program when a signal ends it.
#pragma once

#include <algorithm>
#include <array>

#include "ending_signals.hpp"
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// The mode of a new file or directory: without what the process masks.
inline ::mode_t unmasked(::mode_t mode) noexcept {
  ::mode_t const mask = ::umask(0);
  ::umask(mask);
  return mode & ~mask;
}

/// Holds back the signals that end the program, as long as the object lives. They come afterwards.
class [[nodiscard]] held_signals {
 public:
  held_signals() noexcept {
    ::sigset_t held;
    sigemptyset(&held);
    for (int const signal : ending_signals) sigaddset(&held, signal);
    ::sigprocmask(SIG_BLOCK, &held, &before_);
  }
  held_signals(held_signals const&) = delete;
  held_signals& operator=(held_signals const&) = delete;
  ~held_signals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  ::sigset_t before_{};
};

/// The files, and directories of them, that a signal removes before it ends the program. To be
/// changed while signals are held back, together with the files: then none is left over, and none
/// is removed that is complete.
class unfinished_files {
 public:
  /// `path` lives until it is taken off the list, which has room for a directory of ten files.
  static void add(char const* path) noexcept {
    *std::find(paths.begin(), paths.end() - 1, nullptr) = path;
    for (int const signal : ending_signals) watch(signal);
  }
  static void take_off(char const* path) noexcept {
    std::replace(paths.begin(), paths.end(), path, static_cast<char const*>(nullptr));
  }

 private:
  /// Leaves signals alone that the program ignores, as `nohup` needs it.
  static void watch(int signal) noexcept {
    struct ::sigaction before {};
    if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) return;
    struct ::sigaction action {};
    action.sa_handler = &end;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
  }

  /// The signal, which has its default action again, ends the program behind this function.
  static void end(int signal) {
    for (char const* const path : paths)
      if (path != nullptr) ::unlink(path);
    for (char const* const path : paths)
      if (path != nullptr) ::rmdir(path);
    ::raise(signal);
  }

  inline static std::array<char const*, 11> paths{};
};

}  // namespace trace2_program
