// The session: traces a process from the first statement of main to the exit handler.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/session_options.hpp>
#include <trace2/value/settings_source.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/control.hpp>
#  include <trace2/session/implementation.hpp>
#endif

namespace trace2 { inline namespace v0 {

namespace detail {

/// The implementation of a session; complete in session/control.hpp.
template <class Targets>
class session_control;

}  // namespace detail

/// Starts tracing, if the environment or a configuration file asks for it: `version`, `start`,
/// `cmd_ancestry`. Make it the first object of main:
///
///     trace2::session trace{argc, argv, {.program_version = "1.4.2"}};
///     …
///     return trace.exit(code);
///
/// The program and its shared objects are one session, whichever begins it and however they are
/// built, linked and loaded: also with -fvisibility=hidden and RTLD_LOCAL. While a session is open,
/// objects that are compiled with trace2 stay loaded. An object with another binary interface or
/// standard library stays off, and an `error` names it. A session that begins after `end` is a new
/// one, with an id beside the old one and sums of its own.
///
/// Lifetime: the trace ends in an exit handler, not with the object. So it shows the events of
/// other exit handlers and static destructors, and `std::exit` anywhere ends it properly. Arguments
/// and options are copied. Threads: start it before other threads use the environment, into which
/// it puts the session id for children (R-SID-04). Errors: a second session while one is open does
/// nothing; without memory nothing is traced. Cost: a walk through the environment and the reading
/// of the named configuration files.
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

  /// The session id, for messages of the program's own. Without a session this makes an id from the
  /// variables of `source` and exports it to children: processes that aren't traced can be told
  /// apart too (R-API-33). Empty when tracing is compiled out.
  static char const* id(settings_source const& source = {}) noexcept { return control::id(source); }

  /// Makes absolute times count from now on, instead of from the beginning of the session
  /// (R-API-01).
  static void start_clock() noexcept { control::start_clock(); }
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_session<Tracer> {
 public:
  basic_session(int, char const* const*, session_options const& = {}, call_site = {}) noexcept {}
  explicit basic_session(arguments const&, session_options const& = {}, call_site = {}) noexcept {}
  basic_session(basic_session const&) = delete;
  basic_session& operator=(basic_session const&) = delete;

  int exit(int code, call_site = {}) const noexcept { return code; }
  void end() const noexcept {}
  static char const* id(settings_source const& = {}) noexcept { return ""; }
  static void start_clock() noexcept {}
};

/// In a header that units with different settings include, name `basic_session<…>` instead: an
/// alias that follows the unit would make your class differ between them.
using session = basic_session<tracer>;

}}  // namespace trace2::v0
