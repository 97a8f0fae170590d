// The life of a process as a trace sees it: from the first statement of main to the exit handler.
#pragma once

#include <trace2/call/compiled_out.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/process/state.hpp>
#include <trace2/session/control.hpp>
#include <trace2/session/implementation.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/session_options.hpp>

namespace trace2 { inline namespace v0 {

/// Starts tracing, if the environment or a configuration file asks for it: `version`, `start`,
/// `cmd_ancestry`. Make it the first object of main:
///
///     trace2::session trace{argc, argv, {.program_version = "1.4.2"}};
///     …
///     return trace.exit(code);
///
/// The program and its shared objects are one session, whichever begins it, as long as they see
/// each other's symbols; an object that is built with -fvisibility=hidden has one of its own. A
/// session that begins after `end` is a new one, with an id beside the old one and sums of its own.
///
/// The trace ends with the process, in an exit handler, so that also what other exit handlers and
/// static destructors do is seen, and so that `std::exit` anywhere ends it properly. A second
/// session while one is open does nothing. Costs a walk through the environment and the reading of
/// the named configuration files; the session id goes to the environment of children (R-SID-04), so
/// start it before other threads use the environment.
template <class Tracer>
class basic_session {
  using control = detail::session_control<typename Tracer::targets>;

 public:
  basic_session(int argc, char const* const* argv, session_options const& options = {},
                call_site at = call_site::here()) noexcept
      : basic_session{arguments{argc, argv}, options, at} {}

  explicit basic_session(arguments argv, session_options const& options = {},
                         call_site at = call_site::here()) noexcept {
    control::begin(argv, options, at);
  }

  basic_session(basic_session const&) = delete;
  basic_session& operator=(basic_session const&) = delete;

  /// Traces that the program is about to end with `code`, and returns it.
  int exit(int code, call_site at = call_site::here()) const noexcept {
    return Tracer::cmd_exit(code, at);
  }

  /// Ends the trace before the process ends: sums, `atexit`. Later events go nowhere.
  void end() const noexcept { control::end(); }

  /// The session id, for messages of the program's own. Without a session it is made up now, from
  /// the variables of `source`, and exported to children: also what isn't traced can be told apart
  /// (R-API-33). Empty when tracing is compiled out.
  static char const* id(settings_source const& source = {}) noexcept { return control::id(source); }

  /// Absolute times count from here on, instead of from the beginning of the session (R-API-01).
  static void start_clock() noexcept { detail::this_process.start_clock(); }
};

}}  // namespace trace2::v0
