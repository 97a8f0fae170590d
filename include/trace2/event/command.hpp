// Events that say which command a process is, and what it turns into.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/wording.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/text_list.hpp>

namespace trace2 { inline namespace v0 { namespace event {

/// The path of the running executable.
struct cmd_path {
  static constexpr std::string_view event_name = "cmd_path";
  static constexpr event_traits traits{.timed = false};
  std::string_view path{};  ///< as the system names it
  void normal(auto& line) const { line << "cmd_path " << path; }
  void perf(auto& line) const { line << path; }
};
TRACE2_DETAIL_DESCRIBE(cmd_path, path)

/// Names of the processes above this one, the nearest first (R-ANC-01).
struct cmd_ancestry {
  static constexpr std::string_view event_name = "cmd_ancestry";
  static constexpr event_traits traits{.timed = false};
  text_list ancestry{};  ///< as the system lists processes
  void normal(auto& line) const { line << "cmd_ancestry " << joined{ancestry, " <- "}; }
  void perf(auto& line) const { line << "ancestry:[" << quoted{ancestry} << ']'; }
};
TRACE2_DETAIL_DESCRIBE(cmd_ancestry, ancestry)

/// The name of the program, and the chain of such names that led here (R-HIER-01).
struct cmd_name {
  static constexpr std::string_view event_name = "cmd_name";
  static constexpr event_traits traits{.timed = false};
  std::string_view name{};       ///< of the program or its subcommand
  std::string_view hierarchy{};  ///< names from the outermost process on: "git/fetch"
  void normal(auto& line) const { line << "cmd_name " << name << " (" << hierarchy << ')'; }
  void perf(auto& line) const { line << name << " (" << hierarchy << ')'; }
};
TRACE2_DETAIL_DESCRIBE(cmd_name, name, hierarchy)

/// A variant of the command, such as "branch" of "checkout".
struct cmd_mode {
  static constexpr std::string_view event_name = "cmd_mode";
  static constexpr event_traits traits{.timed = false};
  std::string_view name{};  ///< of the variant
  void normal(auto& line) const { line << "cmd_mode " << name; }
  void perf(auto& line) const { line << name; }
};
TRACE2_DETAIL_DESCRIBE(cmd_mode, name)

/// A short name of the user's and the command line it stands for, redacted.
struct alias {
  static constexpr std::string_view event_name = "alias";
  static constexpr event_traits traits{.timed = false};
  std::string_view alias{};  ///< the short name
  text_list argv{};          ///< the command line
  void normal(auto& line) const { line << "alias " << alias << " -> " << quoted{argv}; }
  void perf(auto& line) const { line << "alias:" << alias << " argv:[" << quoted{argv} << ']'; }
};
TRACE2_DETAIL_DESCRIBE(alias, alias, argv)

/// The process is about to turn into another program.
struct exec {
  static constexpr std::string_view event_name = "exec";
  static constexpr event_traits traits{.urgent = true};
  int exec_id{};           ///< counts the attempts of the process, from 0 on (R-CHD-01)
  std::string_view exe{};  ///< null when the caller names none
  text_list argv{};        ///< of the new program, its name included
  void normal(auto& line) const {
    line << "exec[" << exec_id << "] ";
    if (exe.data() != nullptr) line << exe << ' ';
    line << quoted{argv};
  }
  void perf(auto& line) const {
    line << "id:" << exec_id << " argv:[" << exe;
    if (exe.data() != nullptr && !argv.empty()) line << ' ';
    line << quoted{argv} << ']';
  }
};
TRACE2_DETAIL_DESCRIBE(exec, exec_id, exe, argv)

/// Turning into another program failed: only then is this event seen.
struct exec_result {
  static constexpr std::string_view event_name = "exec_result";
  int exec_id{};  ///< that of the `exec` before
  int code{};     ///< the errno value
  void normal(auto& line) const {
    line << "exec_result[" << exec_id << "] code:" << code;
    explain(line);
  }
  void perf(auto& line) const {
    line << "id:" << exec_id << " code:" << code;
    explain(line);
  }

 private:
  void explain(auto& line) const {
    if (code > 0) line << " err:" << system_error{code};
  }
};
TRACE2_DETAIL_DESCRIBE(exec_result, exec_id, code)

}}}  // namespace trace2::v0::event
