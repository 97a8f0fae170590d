// What is known of a program whose options take secrets.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 { namespace detail {

/// A program and those of its options that take a secret. The texts are arrays, not views: the
/// compiler evaluates no constructor, and the loader relocates no pointer.
struct secretive_program {
  char name[14];
  char passwords[4]{};        ///< letters of options with a password
  char attached[2]{};         ///< letters of options with the password in the same argument
  char users[3]{};            ///< letters of options with `user:password`
  char flags[16]{};           ///< letters that may stand in front of the others, in one argument
  char command[6]{};          ///< only behind this command of the program
  char runs[5]{};             ///< behind this command it runs another program
  bool runs_another = false;  ///< among its arguments stands another program
  bool runs_lines = false;    ///< behind `-c` it takes a command line

  bool has_users() const noexcept { return users[0] != '\0'; }
};

inline constexpr secretive_program no_program{};

}}}  // namespace trace2::v0::detail
