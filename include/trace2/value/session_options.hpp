// The options of a session: the program's decisions. The decisions of the person who runs the
// program are in settings/settings.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/redactor.hpp>
#include <trace2/value/settings_source.hpp>
#include <trace2/value/text.hpp>

// Qt makes this word a macro.
#pragma push_macro("signals")
#undef signals
namespace trace2 { inline namespace v0 {

/// All members have sensible defaults; name the ones that differ: `{.program_version = "1.4.2"}`.
struct session_options {
  /// Shown by the event `version`.
  text program_version = "unknown";
  /// Names of the environment variables and files to obey; `git_settings` for Git's.
  settings_source settings{};
  /// Show the names of the processes above this one, where the system tells them.
  bool ancestry = true;
  /// Trace SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE if they still have their default action.
  /// The action then takes its course.
  bool signals = false;
  /// Put the variables for children into the environment of the process, as Git does. A program
  /// whose threads use the environment meanwhile sets this to false and passes on a
  /// `child_environment`.
  bool exports = true;
  /// Also gives children TRACEPARENT, the W3C trace context. The context continues the one that
  /// this process received, which the trace then tells as a parameter: exported spans belong to it,
  /// too. TRACESTATE stays as it is.
  bool trace_context = false;
  /// Hides secrets in arguments, parameters and errors; by default `redact`, or what the session's
  /// features leave of it. The person who runs
  /// the program may have it look at data, messages and regions too (TRACE2_REDACT_ALL).
  redactor redact_with = &redact_by_default;
};

}}  // namespace trace2::v0
#pragma pop_macro("signals")
