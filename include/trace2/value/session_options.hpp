// What a program decides about its session; what the person who runs it decides is in settings.hpp.
#pragma once

#include <trace2/value/redactor.hpp>
#include <trace2/value/settings_source.hpp>
#include <trace2/value/text.hpp>

// Qt makes this word a macro.
#pragma push_macro("signals")
#undef signals
namespace trace2 { inline namespace v0 {

/// All members have sensible defaults; name those that differ: `{.program_version = "1.4.2"}`.
struct session_options {
  /// Shown by the event `version`.
  text program_version = "unknown";
  /// Names of the environment variables and files to obey; `git_settings` for those of Git.
  settings_source settings{};
  /// Show the names of the processes above this one, where the system tells them.
  bool ancestry = true;
  /// Trace SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE, those that still have their default
  /// action, which then takes its course.
  bool signals = false;
  /// Put what children must know into the environment of the process, as Git does. A program whose
  /// threads use the environment meanwhile passes it on itself, see `child_environment`.
  bool exports = true;
  /// Children also get TRACEPARENT, the W3C trace context, continued from the one this process was
  /// given; TRACESTATE stays as it is.
  bool trace_context = false;
  /// Hides what is secret in arguments, parameters and errors; unless told otherwise, `redact`.
  redactor redact_with = &redact_by_default;
};

}}  // namespace trace2::v0
#pragma pop_macro("signals")
