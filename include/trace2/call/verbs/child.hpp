// Verbs about child processes, and about turning into another program. Their bodies are in
// verb/child.hpp; `child` and `exec` are objects that call them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/child_record.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

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
