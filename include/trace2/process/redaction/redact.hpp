// All rules of redaction: what a session hides that has the feature `redaction`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/command_line_redaction.hpp>
#include <trace2/process/redaction/member_redaction.hpp>
#include <trace2/process/redaction/program_options.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_token.hpp>
#include <trace2/process/redaction/secret_token_table.hpp>
#include <trace2/process/redaction/stretch.hpp>
#include <trace2/process/redaction/text_redaction.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/text.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

namespace detail {

bool hide_in_command_line(std::string_view line, buffer& out, bool is_prose) noexcept;

inline constexpr redaction_rules all_redaction_rules{
    .find_token = &find_secret_token,
    .is_token = &is_access_token,
    .find_member =
        [](std::string_view text, stretch separator) noexcept {
          return member_redaction{text}.find(separator);
        },
    .programs = &all_known_programs,
    .hide_in_command_line = &hide_in_command_line};

inline bool hide_in_command_line(std::string_view line, buffer& out, bool is_prose) noexcept {
  using source = command_line_redaction::source;
  source const from = is_prose ? source::prose : source::arguments;
  return command_line_redaction{line, out, all_redaction_rules, from}.run();
}

}  // namespace detail

/// Hides secrets: appends `value` with `<REDACTED>` in their places and returns true. Without a
/// secret it appends nothing and returns false.
///
///     https://user:password@host/   -> https://user:<REDACTED>@host/   in every scheme
///     https://host/?sig=0123&a=b    -> https://host/?sig=<REDACTED>&a=b
///     --api-key=0123                -> --api-key=<REDACTED>
///     Authorization: Bearer 0123    -> Authorization: Bearer <REDACTED>
///     {"password": "0123"}          -> {"password": "<REDACTED>"}
///     ghp_0123… AKIA0123… eyJ…      -> <REDACTED>, as other tokens that are known by their shape
///
/// A number of up to five digits behind `host:` is a port, and a colon behind the first slash
/// belongs to the path: `https://h:80/x@y` and `https://h/a:b@c` stay (R-RED-04). A password may
/// contain '@' and '/'. Threads: any. Cost: linear; for a text without ':' and '=' some nanoseconds
/// and one per byte.
inline bool redact(text value, redacted_text& out) noexcept {
  return detail::text_redaction{value, out, detail::all_redaction_rules}.run();
}

}}  // namespace trace2::v0
