// The feature `redaction`: a session hides secrets by all rules that `redact` names. For programs
// that show, send or convert traces of others, the same rules as functions: Git, for one, hides the
// passwords of some URLs alone.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/features.hpp>
#include <trace2/process/redaction/json_redaction.hpp>
#include <trace2/process/redaction/option_secrets.hpp>
#include <trace2/process/redaction/redact.hpp>
#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/session/redaction.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/redactor.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

/// The text in the place of a secret.
inline constexpr std::string_view redaction_mark = detail::redacted_mark;

/// True if the name of a parameter, variable or key announces that its value is a secret:
/// "db.password", "API_KEY". Case doesn't matter, and '-' counts as '_'.
inline bool announces_secret(std::string_view name) noexcept {
  return (detail::secret_contexts(name) & detail::in_assignment) != 0;
}

/// As `redact`, for the text of a `data_json` event: a string is also a secret if the name of its
/// member announces one, and the result is JSON again.
inline bool redact_json(std::string_view json, redacted_text& out) noexcept {
  return detail::json_redaction{json, out, &redact}.run();
}

/// As `redact`, for a sentence that may quote a command line, such as the message of an error: an
/// option such as `--token` or `-p` announces the word behind it.
inline bool redact_prose(std::string_view prose, redacted_text& out) noexcept {
  buffer visible;
  if (!detail::hide_in_command_line(prose, visible, true)) return redact(prose, out);
  if (!redact(visible.view(), out)) out.append(visible.view());
  return true;
}

/// Goes through the arguments of one command in their order, because some announce the next one:
/// `--token X`, `curl -u user:X`. Lifetime: borrows an argument until the next call. Threads: one
/// at a time.
class argument_redaction {
 public:
  /// As `redact`, for the next argument; the first one is the program.
  bool next(std::string_view argument, redacted_text& out) noexcept {
    return detail::redact_argument(options_, argument, out, &redact);
  }

 private:
  detail::option_secrets options_{detail::all_redaction_rules};
};

}}  // namespace trace2::v0
