// A directory that appears when all of its files are complete, and never before.
#pragma once

#include <deque>
#include <string>
#include <string_view>

namespace trace2::program {

/// Makes the files in a directory of another name, and renames that at the end. A signal that ends
/// the program removes what is incomplete. One at a time in a process, because the list of
/// unfinished files is short.
class unfinished_directory {
 public:
  unfinished_directory() = default;
  unfinished_directory(unfinished_directory const&) = delete;
  unfinished_directory& operator=(unfinished_directory const&) = delete;
  ~unfinished_directory() { discard(); }

  /// Begins a directory; an empty one may be there. Returns 0 or an errno value.
  int begin(std::string path);

  /// Makes a file. Returns the descriptor to write to, or the negated errno value.
  int add(std::string_view name);

  /// Gives the directory its name. Returns 0 or an errno value.
  int complete() noexcept;

  /// Removes what is written so far.
  void discard() noexcept;

 private:
  struct file {
    std::string path;
    int fd = -1;
  };

  void forget() noexcept;

  std::string target_;
  std::string path_;        ///< of the directory while it is unfinished; empty: there is none
  std::deque<file> files_;  // their paths stay where they are
};

}  // namespace trace2::program
