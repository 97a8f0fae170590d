// Events of child processes, as their parent sees them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/wording.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text_list.hpp>

namespace trace2 { inline namespace v0 { namespace event {

/// The parent is about to start a child.
struct child_start {
  static constexpr std::string_view event_name = "child_start";
  static constexpr event_traits traits{.has_hidden_members = true};
  int child_id{};                      ///< counts the children of the process, from 0 on (R-CHD-01)
  std::string_view child_class = "?";  ///< the kind of helper (R-CHD-05)
  std::string_view hook_name{};        ///< null unless `child_class` is "hook"
  std::string_view cd{};               ///< directory the child starts in; null: the parent's
  bool use_shell{};                    ///< a shell parses the command line
  text_list argv{};                    ///< with "git" in front for a Git command (R-EVT-11)
  bool git_cmd{};                      ///< not on the wire
  void normal(auto& line) const {
    line << "child_start[" << child_id << ']';
    if (cd.data() != nullptr) line << " cd " << quoted{cd} << ';';
    line << ' ' << quoted{argv};
    // Git writes the blank behind its own name even when no argument follows (R-NRM-06).
    if (git_cmd && argv.count == 1) line << ' ';
  }
  void perf(auto& line) const {
    line << "[ch" << child_id << "] class:" << child_class;
    if (hook_name.data() != nullptr) line << " hook:" << hook_name;
    if (cd.data() != nullptr) line << " cd:" << quoted{cd};
    line << " argv:[" << quoted{argv} << ']';
  }
};
TRACE2_DETAIL_DESCRIBE(child_start, child_id, child_class, hook_name, cd, use_shell, argv)

/// The parent has collected a child process.
struct child_exit {
  static constexpr std::string_view event_name = "child_exit";
  int child_id{};    ///< that of child_start
  int pid{};         ///< -1 when it could not be started
  int code{};        ///< exit status, 128 + signal number, or -1 when nobody knows (R-CHD-02)
  duration t_rel{};  ///< from child_start to the end of the wait
  void normal(auto& line) const {
    line << "child_exit[" << child_id << "] pid:" << pid << " code:" << code
         << " elapsed:" << t_rel;
  }
  void perf(auto& line) const { line << "[ch" << child_id << "] pid:" << pid << " code:" << code; }
};
TRACE2_DETAIL_DESCRIBE(child_exit, child_id, pid, code, t_rel)

/// The parent goes on without waiting for the end of a child that runs in the background.
struct child_ready {
  static constexpr std::string_view event_name = "child_ready";
  int child_id{};            ///< that of child_start
  int pid{};                 ///< process id of the child
  std::string_view ready{};  ///< by convention "ready", "timeout" or "error"
  duration t_rel{};          ///< from child_start to now
  void normal(auto& line) const {
    line << "child_ready[" << child_id << "] pid:" << pid << " ready:" << ready
         << " elapsed:" << t_rel;
  }
  void perf(auto& line) const {
    line << "[ch" << child_id << "] pid:" << pid << " ready:" << ready;
  }
};
TRACE2_DETAIL_DESCRIBE(child_ready, child_id, pid, ready, t_rel)

}}}  // namespace trace2::v0::event
