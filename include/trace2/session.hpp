// The life of a process as a trace sees it: from the first statement of main to the exit handler.
#pragma once

#include <trace2/arguments.hpp>
#include <trace2/call_site.hpp>
#include <trace2/destination.hpp>
#include <trace2/detail/ancestry.hpp>
#include <trace2/detail/clock.hpp>
#include <trace2/detail/environment.hpp>
#include <trace2/detail/errno_guard.hpp>
#include <trace2/dispatcher.hpp>
#include <trace2/ending.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process.hpp>
#include <trace2/settings.hpp>
#include <trace2/statement.hpp>
#include <trace2/thread_registry.hpp>
#include <trace2/tracer.hpp>
#include <trace2/value.hpp>

#include <cstdlib>
#include <new>
#include <string_view>

namespace trace2::inline v0 {

/// What a program decides about its session.
struct session_options {
  /// Shown by the event `version`.
  text program_version = "unknown";
  /// Names of the environment variables and files to obey; `git_settings` for those of Git.
  settings_source settings{};
  /// Show the names of the processes above this one, where the system tells them.
  bool ancestry = true;
};

namespace detail {

/// Begins and ends the session of the process for one list of targets.
template <class Targets>
class session_control {
 public:
  static void begin(arguments const& argv, session_options const& options, call_site at) noexcept {
    errno_guard const guard;
    this_process.start_clock();
    if (this_process.has_session.exchange(true)) return;
    if (!open_targets(options)) {
      this_process.has_session.exchange(false);
      return;
    }
    export_identity();
    all_threads.start(0, "main", this_process.origin.load_relaxed());
    this_process.active.store_release(1);
    watch_exit();
    publish_version(options, at);
    verb::command<true, Targets>::cmd_start(argv, at);
    if (options.ancestry) publish_ancestry(at);
  }

  static void end() noexcept {
    if (this_process.active.load_acquire() == 0 || !this_process.has_session.exchange(false))
      return;
    errno_guard const guard;
    ending<Targets>::end_process();
    dispatcher<Targets>::for_each([](target_state& state, auto) { state.close(); });
  }

 private:
  /// Reads the settings and opens what they ask for (R-LIFE-03); false when nothing is to be
  /// traced.
  static bool open_targets(session_options const& options) noexcept {
    auto const* const configuration = configure(options.settings);
    if (configuration == nullptr || !identify(*configuration)) return false;
    bool is_open = false;
    dispatcher<Targets>::for_each([&](target_state& state, auto format) {
      open<decltype(format)>(state, *configuration);
      is_open = is_open || state.destination() != nullptr;
    });
    if (is_open) this_process.redacts.store_relaxed(configuration->redact());
    return is_open;
  }

  /// Read once, and kept for the life of the process.
  static settings const* configure(settings_source const& source) noexcept {
    if (auto const* const known = this_process.configuration.load_acquire(); known != nullptr)
      return known;
    auto const* const read = new (std::nothrow) settings{source};
    this_process.configuration.store_release(read);
    return read;
  }

  /// Computed once (R-SID-06), not yet shown to children.
  static bool identify(settings const& configuration) noexcept {
    if (this_process.identity.load_acquire() != nullptr) return true;
    std::int64_t const wall = clock::wall_microseconds(clock::monotonic());
    auto const parent = get_variable(configuration.variable(setting::parent_sid()));
    this_process.identity.store_release(process_identity::make(parent, wall));
    return this_process.identity.load_relaxed() != nullptr;
  }

  /// A target that the program has attached stays as it is.
  template <class Format>
  static void open(target_state& state, settings const& from) noexcept {
    if (state.destination() != nullptr) return;
    static constinit variable_name variable;
    variable = from.variable(setting::target(Format::name));
    bool const diagnoses = from.number(setting::destination_debug(), 1, 0) > 0;
    auto const opened =
        open_destination(from.text(setting::target(Format::name)),
                         {.variable = variable.view(),
                          .file_name = this_process.identity.load_relaxed()->component(),
                          .max_files = from.number(setting::max_files(), 0, 0),
                          .debug = diagnoses});
    if (opened.to == nullptr) return;
    state.open(*opened.to,
               {.format = {.brief = from.flag(setting::brief(Format::name), false),
                           .nesting_limit = from.number(setting::nesting(Format::name), 1, 2)},
                .variable = variable.view(),
                .diagnoses = diagnoses,
                .is_overloaded = opened.overloaded});
  }

  static void export_identity() noexcept {
    variable_name const name =
        this_process.configuration.load_relaxed()->variable(setting::parent_sid());
    set_variable(name, this_process.identity.load_relaxed()->c_str());
  }

  /// Once per process: a handler can't be taken back. It ends whatever session there is then
  /// (R-LIFE-06).
  static void watch_exit() noexcept {
    static constinit atomic<bool> is_watched{false};
    if (is_watched.exchange(true)) return;
    std::atexit([] { end(); });
    std::at_quick_exit([] { end(); });
  }

  static void publish_version(session_options const& options, call_site at) noexcept {
    statement const s;
    if (!s) return;
    emitter<Targets>::publish(event::version{.exe = options.program_version.or_empty()}, s, at);
    emitter<Targets>::publish_overload(s, at);
  }

  static void publish_ancestry(call_site at) noexcept {
    ancestry names;
    read_ancestry(names);
    if (names.size() != 0) verb::command<true, Targets>::cmd_ancestry(names, at);
  }
};

}  // namespace detail

/// Starts tracing, if the environment or a configuration file asks for it: `version`, `start`,
/// `cmd_ancestry`. Make it the first object of main:
///
///     trace2::session trace{argc, argv, {.program_version = "1.4.2"}};
///     …
///     return trace.exit(code);
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
    if constexpr (Tracer::is_compiled_in) control::begin(argv, options, at);
  }

  basic_session(basic_session const&) = delete;
  basic_session& operator=(basic_session const&) = delete;

  /// Traces that the program is about to end with `code`, and returns it.
  int exit(int code, call_site at = call_site::here()) const noexcept {
    return Tracer::cmd_exit(code, at);
  }

  /// Ends the trace before the process ends: sums, `atexit`. Later events go nowhere.
  void end() const noexcept {
    if constexpr (Tracer::is_compiled_in) control::end();
  }

  /// The session id; empty while no session has started (R-API-33).
  static std::string_view id() noexcept {
    if constexpr (Tracer::is_compiled_in)
      if (auto const* const identity = detail::this_process.identity.load_acquire();
          identity != nullptr)
        return identity->sid();
    return {};
  }
};

using session = basic_session<tracer>;

}  // namespace trace2::inline v0
