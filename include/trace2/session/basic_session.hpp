// The session as programs see it. Its code is in session.hpp: a unit of main may do without.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/features.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/session_options.hpp>
#include <trace2/value/settings_source.hpp>

#include <initializer_list>

namespace trace2 { inline namespace v0 {

namespace detail {

/// Complete in session/reconfiguration.hpp.
template <class Targets>
class reconfiguration;

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
/// Lifetime: the trace ends in an exit handler, not with the object, and `std::exit` anywhere ends
/// it properly. Handlers run in the reverse order: the trace shows events of exit handlers that
/// were registered, and of static objects that were constructed, after the first session began, but
/// none of earlier ones, such as globals. Arguments and options are copied. Threads: start it
/// before other threads use the environment, into which it puts the session id for children
/// (R-SID-04). Errors: a second session while one is open does nothing; without memory nothing is
/// traced. Cost: a walk through the environment and the reading of the named configuration files.
/// What a session is called, and its arguments, stay as long as the process, because any thread may
/// be reading them: some 3 KB.
///
/// `Features` are the optional parts that it has, see features.hpp.
template <class Tracer, class Features = all_features>
class basic_session {
 public:
  /// Begins the session with the arguments of main, which the trace shows redacted (R-API-02).
  basic_session(int argc, char const* const* argv, session_options const& options = {},
                call_site at = call_site::here()) noexcept
      : basic_session{arguments{argc, argv}, options, at} {}

  /// Begins the session with arguments in another form, such as a braced list.
  explicit basic_session(arguments argv, session_options const& options = {},
                         call_site at = call_site::here()) noexcept;

  basic_session(basic_session const&) = delete;
  basic_session& operator=(basic_session const&) = delete;

  /// Traces that the program is about to end with `code`, and returns it.
  int exit(int code, call_site at = call_site::here()) const noexcept {
    return Tracer::cmd_exit(code, at);
  }

  /// Ends the trace before the process ends: traces the sums and `atexit`. Later events go nowhere.
  void end() const noexcept;

  /// Reads the settings anew while the program runs, and switches targets on, off, or to other
  /// files, filters, forms and buffers. Variables named in `changes` take the place of those of the
  /// environment:
  ///
  ///     trace2::session::reconfigure({{"TRACE2_EVENT", "/var/tmp/frob.event"}});
  ///
  /// Programs that call it include <trace2/reconfigure.hpp>. An event of another thread goes whole
  /// to the old or the new file, and to one of them; that thread never waits. A target that is
  /// switched on begins with `version` and `start`; while all are off, tracing costs as little as
  /// without a session. Targets that the program has attached stay as they are. Threads: any but in
  /// signal handlers; no other thread may change the environment meanwhile. Errors: false if a
  /// target could not be opened, which then stays as it was; if there is no session, if it has
  /// ended, or if TRACE2_SAMPLE has dropped the process. Cost: the caller waits until each other
  /// thread has ended its present event, for at most a second; settings that are none of the last
  /// 16 of the process keep some KB.
  // A template, as `reopen`: else each unit that instantiates the class would have to know them.
  template <class Targets = typename Tracer::targets>
  static bool reconfigure(std::initializer_list<changed_setting> changes = {}) noexcept {
    return detail::reconfiguration<Targets>::apply(changes.begin(), changes.size());
  }

  /// Opens the files of all targets anew, after somebody has renamed them; as `reconfigure`. A
  /// recording that still has its name goes on.
  template <class Targets = typename Tracer::targets>
  static bool reopen() noexcept {
    return detail::reconfiguration<Targets>::reopen();
  }

  /// The session id, for messages of the program's own. Without a session this makes an id from the
  /// variables of `source` and exports it to children: processes that aren't traced can be told
  /// apart too (R-API-33). Empty when tracing is compiled out.
  static char const* id(settings_source const& source = {}) noexcept;

  /// Makes absolute times count from now on, instead of from the beginning of the session
  /// (R-API-01).
  static void start_clock() noexcept;
};

/// Compiled out: nothing.
template <class Tracer, class Features>
requires(!Tracer::is_compiled_in)
class basic_session<Tracer, Features> {
 public:
  basic_session(int, char const* const*, session_options const& = {}, call_site = {}) noexcept {}
  explicit basic_session(arguments const&, session_options const& = {}, call_site = {}) noexcept {}
  basic_session(basic_session const&) = delete;
  basic_session& operator=(basic_session const&) = delete;

  int exit(int code, call_site = {}) const noexcept { return code; }
  void end() const noexcept {}
  static bool reconfigure(std::initializer_list<changed_setting> = {}) noexcept { return false; }
  static bool reopen() noexcept { return false; }
  static char const* id(settings_source const& = {}) noexcept { return ""; }
  static void start_clock() noexcept {}
};

/// In a header that units with different settings include, name `basic_session<…>` instead: an
/// alias that follows the unit would make your class differ between them.
using session = basic_session<tracer>;

}}  // namespace trace2::v0
