// The facade that instrumentation names. How a call becomes bytes is in the README.
#pragma once

#include <trace2/call/attachment.hpp>
#include <trace2/call/targets.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/config.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/child_record.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>

// Qt makes this word a macro.
#pragma push_macro("emit")
#undef emit
namespace trace2 { inline namespace v0 {

namespace detail {

/// Events of the program's own, for a list of targets; complete in verb/event.hpp.
template <class Targets>
class program_events;

/// How a value becomes JSON; complete in detail/json_value.hpp.
template <class Value>
struct json_of;

}  // namespace detail

/// The verbs of Trace2.
///
/// All of them are no-ops until a session has switched tracing on, at the cost of one load and a
/// branch beyond evaluating their arguments (the macros don't even do that); with `Enabled` false
/// they are empty. They may be called from any thread, but in no signal handler, never throw, keep
/// `errno`, and copy nothing that outlives the call. Categories and labels are literals by habit,
/// but any text will do. The thread's name and the time are part of every event. `at` is the place
/// in the source that the event names.
///
/// `Targets` are those of a session of this tracer, and then of all verbs in the process, whatever
/// tracer a unit names. An event of the program's own is the exception: it goes to those targets
/// of the session that the list of the tracer which emits it names too.
///
/// What ends in `_f` formats like printf, only while somebody listens, and takes the place first
/// because nothing can follow the values. A null or empty format means that there is no message
/// (R-EVT-09).
template <bool Enabled, class Targets>
class basic_tracer : public detail::attachment<Enabled> {
 public:
  static constexpr bool is_compiled_in = Enabled;
  using targets = Targets;

  /// True while a session traces into at least one target (R-API-03).
  static bool enabled() noexcept { return verbs() != nullptr; }

  /// What macros call; null while tracing is off.
  static detail::verb_table const* verbs() noexcept {
    if constexpr (Enabled)
      return detail::active_verbs.load_relaxed();
    else
      return nullptr;
  }

  // Which command the process is.

  /// The command line, redacted. A session says it (R-API-04).
  static void cmd_start(arguments argv, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_start(argv, at);
  }
  /// The code that the program is about to end with; `atexit` repeats it. Returns it (R-API-05).
  static int cmd_exit(int code, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_exit(code, at);
    return code;
  }
  /// The path of the executable.
  static void cmd_path(text path, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_path(path, at);
  }
  /// The names of the processes above this one, the nearest first. A session says it.
  static void cmd_ancestry(arguments names, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_ancestry(names, at);
  }
  /// What the program calls itself or its subcommand. The name joins the hierarchy that children
  /// inherit; the first one also lists the parameters and variables that the user wants to see
  /// (R-API-09, R-HIER-01, R-PAR-07). Changes the environment, so it is not for use while other
  /// threads read that.
  static void cmd_name(text name, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_name(name, at);
  }
  /// A variant of the command.
  static void cmd_mode(text mode, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_mode(mode, at);
  }
  /// A short name and the command line that it stands for, redacted.
  static void cmd_alias(text alias, arguments argv, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_alias(alias, argv, at);
  }

  // Under which settings and on what it works.

  /// A setting that the program obeys, its value redacted; absent for one without `=` (R-PAR-05).
  static void def_param(text name, text value, scope where = scope::unknown,
                        call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->def_param(name, value, where, at);
  }
  /// The configuration entries, and the environment variables, that the user wants to see: each
  /// once per process, in any case with the first cmd_name (R-API-12, R-API-13).
  static void cmd_list_config() noexcept {
    if (auto const* const on = verbs()) on->cmd_list_config();
  }
  static void cmd_list_env_vars() noexcept {
    if (auto const* const on = verbs()) on->cmd_list_env_vars();
  }
  /// A setting that the program has just changed, shown if the user wants to see it (R-API-14).
  static void cmd_set_config(text key, text value, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->cmd_set_config(key, value, at);
  }
  /// Gives `repo` its number, which later events refer to; silent when it has one (R-API-23).
  static void def_repo(repo_id& repo, text worktree, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->def_repo(repo, worktree, at);
  }

  // Errors, and messages to people.

  /// Something went wrong; the text is redacted. `format` is what messages of one kind have in
  /// common; absent: the message itself.
  static void error(text message, text format = {}, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->error(message, format, at);
  }
  [[gnu::format(__printf__, 2, 3)]] static void error_f(call_site at, char const* format,
                                                        ...) noexcept {
    std::va_list values;
    va_start(values, format);
    verror(at, format, values);
    va_end(values);
  }
  [[gnu::format(__printf__, 2, 0)]] static void verror(call_site at, char const* format,
                                                       std::va_list values) noexcept {
    if (auto const* const on = verbs()) on->verror(at, format, values);
  }

  /// A message: the event `printf`.
  static void print(text message, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->print(message, at);
  }
  [[gnu::format(__printf__, 2, 3)]] static void print_f(call_site at, char const* format,
                                                        ...) noexcept {
    std::va_list values;
    va_start(values, format);
    vprint(at, format, values);
    va_end(values);
  }
  [[gnu::format(__printf__, 2, 0)]] static void vprint(call_site at, char const* format,
                                                       std::va_list values) noexcept {
    if (auto const* const on = verbs()) on->vprint(at, format, values);
  }

  // Child processes, and turning into another program. See `child` and `exec`.

  /// To be called before the child is started; the result is for child_exit or child_ready.
  static child_record child_start(child_command const& command,
                                  call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) return on->child_start(command, at);
    return child_record{};
  }
  /// The child was collected. `pid` -1: it never started. `code`: its exit status, 128 plus the
  /// number of the signal that ended it, or -1 (R-CHD-02).
  static void child_exit(child_record child, int pid, int code,
                         call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->child_exit(child, pid, code, at);
  }
  /// The program goes on without waiting for the child. `state` is "ready", "timeout" or "error"
  /// (R-CHD-03).
  static void child_ready(child_record child, int pid, text state,
                          call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->child_ready(child, pid, state, at);
  }
  /// The process is about to become another program; `exe` may be absent. Returns an id for
  /// exec_result, -1 while tracing is off (R-API-18).
  static int exec(text exe, arguments argv, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) return on->exec(exe, argv, at);
    return -1;
  }
  /// That has failed; `code` is the errno value.
  static void exec_result(int exec_id, int code, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->exec_result(exec_id, code, at);
  }

  // A thread about itself. On the main thread both are the brackets of a region (R-THR-09).
  /// Names the calling thread, at its beginning. See `thread_scope`.
  static void thread_start(text base_name, call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->thread_start(base_name, at);
  }
  /// The end of the calling thread: leaves the regions it forgot, shows and keeps its sums
  /// (R-THR-10).
  static void thread_exit(call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->thread_exit(at);
  }

  // Parts of the program's work. Category and label may be absent (R-REG-05).

  /// A part of the work begins, nested in the open regions of the thread. See `region`.
  static void region_enter(text category, text label, repo_id repo = {},
                           call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->region_enter(category, label, repo, at);
  }
  [[gnu::format(__printf__, 5, 6)]] static void region_enter_f(call_site at, text category,
                                                               text label, repo_id repo,
                                                               char const* format, ...) noexcept {
    std::va_list values;
    va_start(values, format);
    vregion_enter(at, category, label, repo, format, values);
    va_end(values);
  }
  [[gnu::format(__printf__, 5, 0)]] static void vregion_enter(call_site at, text category,
                                                              text label, repo_id repo,
                                                              char const* format,
                                                              std::va_list values) noexcept {
    if (auto const* const on = verbs())
      on->vregion_enter(at, category, label, repo, format, values);
  }
  /// The innermost open region of the thread ends. A surplus leave is counted, not punished
  /// (R-REG-07).
  static void region_leave(text category, text label, repo_id repo = {},
                           call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->region_leave(category, label, repo, at);
  }
  [[gnu::format(__printf__, 5, 6)]] static void region_leave_f(call_site at, text category,
                                                               text label, repo_id repo,
                                                               char const* format, ...) noexcept {
    std::va_list values;
    va_start(values, format);
    vregion_leave(at, category, label, repo, format, values);
    va_end(values);
  }
  [[gnu::format(__printf__, 5, 0)]] static void vregion_leave(call_site at, text category,
                                                              text label, repo_id repo,
                                                              char const* format,
                                                              std::va_list values) noexcept {
    if (auto const* const on = verbs())
      on->vregion_leave(at, category, label, repo, format, values);
  }

  // What the program wants to remember.

  /// A text or number, with the time since the innermost open region began.
  static void data(text category, text key, data_value value, repo_id repo = {},
                   call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->data(category, key, value, repo, at);
  }
  /// A structured value: anything made of described structs, ranges, maps, optionals, texts and
  /// numbers, or ready JSON as `json_text`.
  template <class Value>
  static void data_json([[maybe_unused]] text category, [[maybe_unused]] text key,
                        [[maybe_unused]] Value const& value, [[maybe_unused]] repo_id repo = {},
                        [[maybe_unused]] call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (auto const* const on = verbs())
        on->data_json(category, key, {&value, &detail::json_of<Value>::append}, repo, at);
  }
  static void data_json(text category, text key, json_text value, repo_id repo = {},
                        call_site at = call_site::here()) noexcept {
    if (auto const* const on = verbs()) on->data_json_text(category, key, value, repo, at);
  }
  /// Any event: a described struct, see `event_type`. Leaves no code when no target of the list
  /// writes it.
  template <class Event>
  static void emit([[maybe_unused]] Event const& event, [[maybe_unused]] repo_id repo = {},
                   [[maybe_unused]] call_site at = call_site::here()) noexcept {
    if constexpr (Enabled) detail::program_events<Targets>::take(event, repo, at);
  }
};

namespace detail {
/// The verb `emit` for macros, which can't name it where the program includes Qt.
template <class Tracer, class Event>
void emit_event(Event const& event, repo_id repo = {}, call_site at = call_site::here()) noexcept {
  Tracer::emit(event, repo, at);
}
}  // namespace detail

/// The tracer of this translation unit, unless it names one of its own.
using tracer = basic_tracer<TRACE2_ENABLED != 0, default_targets>;

}}  // namespace trace2::v0
#pragma pop_macro("emit")
