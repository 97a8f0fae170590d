// Verbs that say which command the process is. Their bodies are in verb/command.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

namespace detail {

class command_bodies {
 public:
  virtual void cmd_start(arguments const& argv, call_site) const noexcept = 0;
  virtual void cmd_exit(int code, call_site) const noexcept = 0;
  virtual void cmd_path(text path, call_site) const noexcept = 0;
  virtual void cmd_ancestry(arguments const& names, call_site) const noexcept = 0;
  virtual void cmd_name(text name, call_site) const noexcept = 0;
  virtual void cmd_mode(text mode, call_site) const noexcept = 0;
  virtual void cmd_alias(text alias, arguments const& argv, call_site) const noexcept = 0;

 protected:
  ~command_bodies() = default;
};

}  // namespace detail

/// The verbs that say which command the process is, which every `basic_tracer` has.
template <bool Enabled>
class command_verbs {
 public:
  /// Traces the command line, redacted. A session does so at its beginning (R-API-04).
  static void cmd_start(arguments argv, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->command->cmd_start(argv, at);
  }
  /// Traces the code that the program is about to end with, and returns it. `atexit` repeats the
  /// code (R-API-05).
  static int cmd_exit(int code, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->command->cmd_exit(code, at);
    return code;
  }
  /// Traces the path of the executable (R-API-07).
  static void cmd_path(text path, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->command->cmd_path(path, at);
  }
  /// Traces the names of the processes above this one, the nearest first. A session does so at its
  /// beginning.
  static void cmd_ancestry(arguments names, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->command->cmd_ancestry(names, at);
  }
  /// Traces the name of the program or of its subcommand, and adds it to the hierarchy that
  /// children inherit. The first call also traces the parameters and variables that the user wants
  /// to see (R-API-09, R-HIER-01, R-PAR-07). Threads: no other thread may use the environment
  /// meanwhile, because the call changes it.
  static void cmd_name(text name, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->command->cmd_name(name, at);
  }
  /// Traces the variant of the command, such as "branch" of "checkout".
  static void cmd_mode(text mode, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->command->cmd_mode(mode, at);
  }
  /// Traces a short name and the command line that it stands for, redacted.
  static void cmd_alias(text alias, arguments argv, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->command->cmd_alias(alias, argv, at);
  }
};

// The verbs as functions.

inline int cmd_exit(int code, caller from = caller::here()) noexcept {
  return command_verbs<caller::is_compiled_in>::cmd_exit(code, from.at);
}
inline void cmd_path(text path, caller from = caller::here()) noexcept {
  command_verbs<caller::is_compiled_in>::cmd_path(path, from.at);
}
inline void cmd_name(text name, caller from = caller::here()) noexcept {
  command_verbs<caller::is_compiled_in>::cmd_name(name, from.at);
}
inline void cmd_mode(text mode, caller from = caller::here()) noexcept {
  command_verbs<caller::is_compiled_in>::cmd_mode(mode, from.at);
}
inline void cmd_alias(text alias, arguments argv, caller from = caller::here()) noexcept {
  command_verbs<caller::is_compiled_in>::cmd_alias(alias, argv, from.at);
}

}}  // namespace trace2::v0
