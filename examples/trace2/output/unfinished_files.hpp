// Files that aren't complete go with the program when a signal ends it.
#pragma once

#include <array>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2::program {

/// The mode of a new file or directory: without what the process masks.
::mode_t unmasked(::mode_t mode) noexcept;

/// Holds back the signals that end the program, as long as the object lives. They come afterwards.
class [[nodiscard]] held_signals {
 public:
  held_signals() noexcept;
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
  static void add(char const* path) noexcept;
  static void take_off(char const* path) noexcept;

 private:
  /// Leaves signals alone that the program ignores, as `nohup` needs it.
  static void watch(int signal) noexcept;

  /// The signal, which has its default action again, ends the program behind this function.
  static void end(int signal);

  inline static std::array<char const*, 11> paths{};
};

}  // namespace trace2::program
