// Files that aren't complete go with the program when its user ends it.
#pragma once

#include <array>

namespace trace2::program {

/// Holds back what ends the program, as long as the object lives. It comes afterwards. One at a
/// time in a process.
class [[nodiscard]] held_ending {
 public:
  held_ending() noexcept;
  held_ending(held_ending const&) = delete;
  held_ending& operator=(held_ending const&) = delete;
  ~held_ending();
};

/// The files, and directories of them, that are removed before the program ends. To be changed
/// while that is held back, together with the files: then none is left over, and none is removed
/// that is complete.
class unfinished_files {
 public:
  /// `path` lives until it is taken off the list, which has room for a directory of ten files.
  static void add(char const* path) noexcept;
  static void take_off(char const* path) noexcept;

  /// Removes them. Async-signal-safe on POSIX.
  static void remove() noexcept;

 private:
  /// Lets the end of the program remove them; leaves signals alone that the program ignores, as
  /// `nohup` needs it.
  static void watch() noexcept;

  inline static std::array<char const*, 11> paths{};
};

}  // namespace trace2::program
