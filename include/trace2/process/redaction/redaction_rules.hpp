// The rules of redaction that a session may do without: what the feature `redaction` adds to the
// names and URLs that every session knows.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A stretch of a text, such as a secret or its name: from `begin` up to `end`, which is not part
/// of it.
struct stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool is_empty() const noexcept { return begin >= end; }
};

struct secretive_program;

/// The program whose arguments are read.
struct program_in_use {
  secretive_program const* known = nullptr;  ///< null in front of the first word
  bool is_behind_command = false;
  bool is_running = false;  ///< behind a command that runs another program
};

/// What is known of programs by their names. `option` is the argument before, if that is an option
/// without a value of its own.
class program_rules {
 public:
  /// True if the argument is a command line for a shell: behind `sh -c`, or in the place of a
  /// program whose name then has a blank.
  virtual bool expects_command_line(program_in_use const&, std::string_view option,
                                    std::string_view argument) const noexcept = 0;
  /// True if the option takes a value that may be a secret: then `secret` is the part that is one.
  virtual bool takes_secret(program_in_use const&, std::string_view option, std::string_view value,
                            stretch& secret) const noexcept = 0;
  /// The value behind the letter of an option, in one argument.
  virtual stretch attached_to(program_in_use const&, std::string_view option) const noexcept = 0;
  /// Looks at a word that may be a program or a command of it.
  virtual void see(program_in_use&, std::string_view word, bool is_prose) const noexcept = 0;
  /// True if the word doesn't follow an option as its value, but goes on with a sentence about it.
  virtual bool continues_sentence(std::string_view word) const noexcept = 0;

 protected:
  ~program_rules() = default;
};

/// A value to hide, and whether its mark needs quotes of its own for JSON to stay JSON.
struct secret_member {
  stretch value;
  bool needs_quotes = false;
};

/// Each rule is null in a session without it: so the unit has none of its code and tables.
struct redaction_rules {
  /// The first access token that begins in a part of the text; it may end behind it.
  stretch (*find_token)(std::string_view text, stretch in) noexcept = nullptr;
  /// True if the name of a user in a URL is an access token.
  bool (*is_token)(std::string_view user) noexcept = nullptr;
  /// The secret behind a separator of JSON or YAML.
  secret_member (*find_member)(std::string_view text, stretch separator) noexcept = nullptr;
  program_rules const* programs = nullptr;
  /// Appends a command line for a shell, or prose that may quote one, with the secrets of its
  /// options hidden; false, and nothing appended, without one.
  bool (*hide_in_command_line)(std::string_view line, buffer& out,
                               bool is_prose) noexcept = nullptr;
};

/// Of a session without the feature.
inline constexpr redaction_rules core_redaction_rules{};

}}}  // namespace trace2::v0::detail
