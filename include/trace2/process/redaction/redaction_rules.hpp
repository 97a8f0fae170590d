// The rules of redaction that a session may do without: what the feature `redaction` adds to the
// names and URLs that every session knows.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/stretch.hpp>
#include <trace2/value/buffer.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct secretive_program;

/// A value to hide, and whether its mark needs quotes of its own for JSON to stay JSON.
struct secret_member {
  stretch value;
  bool needs_quotes = false;
};

/// Each rule is a function, or null in a session without it: so the unit has none of its tables.
struct redaction_rules {
  /// The first access token that begins in a part of the text; it may end behind it.
  stretch (*find_token)(std::string_view text, stretch in) noexcept = nullptr;
  /// True if the name of a user in a URL is an access token.
  bool (*is_token)(std::string_view user) noexcept = nullptr;
  /// The secret behind a separator of JSON or YAML.
  secret_member (*find_member)(std::string_view text, stretch separator) noexcept = nullptr;
  /// The options of a program that take secrets.
  secretive_program const& (*program_at)(std::string_view path) noexcept = nullptr;
  /// Appends a command line for a shell, or prose that may quote one, with the secrets of its
  /// options hidden; false, and nothing appended, without one.
  bool (*hide_in_command_line)(std::string_view line, buffer& out,
                               bool is_prose) noexcept = nullptr;
};

/// Of a session without the feature.
inline constexpr redaction_rules core_redaction_rules{};

}}}  // namespace trace2::v0::detail
