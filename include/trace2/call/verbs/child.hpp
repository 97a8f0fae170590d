// Verbs about child processes, and about turning into another program; the description of a child
// that they take, and the record of it that they return. Their bodies are in verb/child.hpp;
// `child` and `exec` are objects that call them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// A child process that a program is about to start. Lifetime: borrows all texts.
struct child_command {
  arguments argv;          ///< the program and its arguments; redacted in the trace
  text directory{};        ///< the child's working directory; absent: the parent's
  text child_class{};      ///< the kind of helper, such as "pager"; absent: shown as "?" (R-CHD-05)
  text hook_name{};        ///< makes the class "hook" (R-EVT-10)
  bool use_shell = false;  ///< a shell parses the command line
  bool git_cmd = false;    ///< a command of Git: "git" is put in front of `argv` (R-EVT-11)
};

/// Identifies a child in its later events. A record that never saw `child_start` has id 0 and no
/// time (R-CHD-04).
struct child_record {
  int id = 0;                ///< counts the children of the process, from 0 on (R-CHD-01)
  std::int64_t started = 0;  ///< in ticks of the library's clock; 0: never
};

namespace detail {

class child_bodies {
 public:
  virtual child_record child_start(child_command const&, call_site) const noexcept = 0;
  virtual void child_exit(child_record const&, int pid, int code, call_site) const noexcept = 0;
  virtual void child_ready(child_record const&, int pid, text state, call_site) const noexcept = 0;
  virtual int exec(text exe, arguments const& argv, call_site) const noexcept = 0;
  virtual void exec_result(int exec_id, int code, call_site) const noexcept = 0;

 protected:
  ~child_bodies() = default;
};

}  // namespace detail

/// The verbs about child processes and exec, which every `basic_tracer` has. `child` and `exec` are
/// objects that call them.
template <bool Enabled>
class child_verbs {
 public:
  /// Traces that a child is about to be started; call it right before. The result is for child_exit
  /// or child_ready.
  static child_record child_start(child_command const& command,
                                  call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) return on->child->child_start(command, at);
    return child_record{};
  }
  /// Traces that the program has collected the child. `pid` -1: it never started. `code`: its exit
  /// status, 128 plus the number of the signal that ended it, or -1 (R-CHD-02).
  static void child_exit(child_record child, int pid, int code,
                         call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->child->child_exit(child, pid, code, at);
  }
  /// Traces that the program goes on without waiting for the child. `state` is "ready", "timeout"
  /// or "error" (R-CHD-03).
  static void child_ready(child_record child, int pid, text state,
                          call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->child->child_ready(child, pid, state, at);
  }
  /// Traces that the process is about to become another program; `exe` may be absent. Returns an id
  /// for exec_result, -1 while tracing is off (R-API-18).
  static int exec(text exe, arguments argv, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) return on->child->exec(exe, argv, at);
    return -1;
  }
  /// Traces that the exec has failed; `code` is the errno value.
  static void exec_result(int exec_id, int code, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->child->exec_result(exec_id, code, at);
  }
};

}}  // namespace trace2::v0
