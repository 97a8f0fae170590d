// The options of a program that take secrets.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Commands of programs, and letters that may stand in front of others in one argument. Few
/// programs have some: a row of their table holds an index.
inline constexpr char program_words[][16] = {
    "", "login", "enc", "exec", "sSfLkvgiIOJRNG#", "xnvcZMC", "xnvZC", "oqnjl", "rqjmu9"};
enum class program_word : unsigned char {
  none, login, enc, exec, curl_flags, ldap_flags, ldappasswd_flags, unzip_flags, zip_flags
};
constexpr std::string_view text_of(program_word word) noexcept {
  return program_words[static_cast<unsigned char>(word)];
}

/// A program and those of its options that take a secret. The texts are arrays, not views: the
/// compiler evaluates no constructor, and the loader relocates no pointer.
struct secretive_program {
  char name[14];
  char passwords[4]{};        ///< letters of options with a password
  char attached[2]{};         ///< letters of options with the password in the same argument
  char users[3]{};            ///< letters of options with `user:password`
  program_word flags{};       ///< letters that may stand in front of the others, in one argument
  program_word command{};     ///< only behind this command of the program
  program_word runs{};        ///< behind this command it runs another program
  bool runs_another = false;  ///< among its arguments stands another program
  bool runs_lines = false;    ///< behind `-c` it takes a command line

  bool has_users() const noexcept { return users[0] != '\0'; }
};

inline constexpr secretive_program no_program{};

}}}  // namespace trace2::v0::detail
