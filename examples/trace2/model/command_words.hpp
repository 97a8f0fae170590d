// The program and subcommand of a command line, so that the command line of a child can be compared
// with that of a process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace trace2::program {

/// Takes the first word from a command line, without its quotes, and the blanks behind it.
std::string take_word(std::string_view& line);

/// The program of a command line and its first arguments, as texts to compare. Git runs the same
/// program as "git foo", "/usr/lib/git-core/git foo", "git-foo" and "sh -c 'git foo'".
struct command_words {
  std::string whole{};    ///< the first bytes only, because texts may be cut; empty if unknown
  std::string program{};  ///< with Git's subcommand
  bool is_git = false;    ///< Git itself runs, and no script that may run anything

  command_words() = default;
  explicit command_words(std::string_view line);

 private:
  static bool is_shell(std::string_view program) noexcept;
};

}  // namespace trace2::program
