// Verbs that say which command the process is.
#pragma once

#include <trace2/arguments.hpp>
#include <trace2/call_site.hpp>
#include <trace2/emitter.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/inheritance.hpp>
#include <trace2/process.hpp>
#include <trace2/statement.hpp>
#include <trace2/value.hpp>
#include <trace2/verb/parameter.hpp>

#include <string_view>

namespace trace2::inline v0::verb {

template <bool Enabled, class Targets>
class command {
 public:
  /// The command line, redacted. A session says it (R-API-04).
  static void cmd_start(arguments argv, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_start(argv, at);
  }

  /// The code that the program is about to end with; `atexit` repeats it. Returns it (R-API-05).
  static int cmd_exit(int code, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_exit(code, at);
    return code;
  }

  /// The path of the executable.
  static void cmd_path(text path, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) publish(event::cmd_path{.path = path.or_empty()}, at);
  }

  /// The names of the processes above this one, the nearest first. A session says it.
  static void cmd_ancestry(arguments names, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_ancestry(names, at);
  }

  /// What the program calls itself or its subcommand. The name joins the hierarchy that children
  /// inherit; the first one also lists the parameters and variables that the user wants to see
  /// (R-API-09, R-HIER-01, R-PAR-07). Changes the environment, so it is not for use while other
  /// threads read that.
  static void cmd_name(text name, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled) {
      if (!detail::is_on()) return;
      emit_name(name, at);
      parameter<Enabled, Targets>::cmd_list_config();
      parameter<Enabled, Targets>::cmd_list_env_vars();
    }
  }

  /// A variant of the command.
  static void cmd_mode(text mode, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) publish(event::cmd_mode{.name = mode.or_empty()}, at);
  }

  /// A short name and the command line that it stands for, redacted.
  static void cmd_alias(text alias, arguments argv, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_alias(alias, argv, at);
  }

 private:
  using statement = detail::statement;

  template <class Event>
  static void publish(Event const& event, call_site at) noexcept {
    if (statement const s; s) detail::emitter<Targets>::publish(event, s, at);
  }

  [[gnu::noinline]] static void emit_start(arguments const& argv, call_site at) noexcept {
    if (statement const s; s)
      detail::emitter<Targets>::publish(
          event::start{.t_abs = s.t_abs(), .argv = redacted_list(*s.thread, argv)}, s, at);
  }

  [[gnu::noinline]] static void emit_exit(int code, call_site at) noexcept {
    detail::this_process.exit_code.store_relaxed(code);
    if (statement const s; s)
      detail::emitter<Targets>::publish(event::exit{.t_abs = s.t_abs(), .code = code}, s, at);
  }

  [[gnu::noinline]] static void emit_ancestry(arguments const& names, call_site at) noexcept {
    statement const s;
    if (!s) return;
    auto& list = s.thread->arguments;
    list.clear();
    names.for_each([&](std::string_view name) { list.push_back(name); });
    detail::emitter<Targets>::publish(event::cmd_ancestry{.ancestry = {list.data(), list.size()}},
                                      s, at);
  }

  [[gnu::noinline]] static void emit_name(text name, call_site at) noexcept {
    statement const s;
    if (!s) return;
    detail::emitter<Targets>::publish(
        event::cmd_name{.name = name.or_empty(), .hierarchy = detail::extend_hierarchy(name)}, s,
        at);
  }

  [[gnu::noinline]] static void emit_alias(text alias, arguments const& argv,
                                           call_site at) noexcept {
    if (statement const s; s)
      detail::emitter<Targets>::publish(
          event::alias{.alias = alias.or_empty(), .argv = redacted_list(*s.thread, argv)}, s, at);
  }
};

}  // namespace trace2::inline v0::verb
