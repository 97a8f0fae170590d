// Child processes, and turning into another program, as objects that hold what their later events
// need.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/call/verbs/child.hpp>
#include <trace2/detail/system/child_status.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

/// A child process from the parent's side, however it is started:
///
///     trace2::child sort{{.argv = argv, .child_class = "sort"}};   // child_start
///     posix_spawnp(&pid, …);
///     int const code = sort.wait(pid);                             // child_exit
///
/// The inner braces are those of the `child_command`. Of a single pair compilers only say that a
/// child is no aggregate, or has no such constructor.
///
/// A value that may be copied. As a member of a class it may begin empty, and be assigned where the
/// child is started, so that its events name that place:
///
///     helper_ = trace2::child{{.argv = argv}};
///
/// `exited` and `wait` are there on POSIX and 64-bit Windows. On Windows, a code has 32 bits:
/// 0xC0000005, an access violation, is -1073741819 in a trace, as in %ERRORLEVEL%.
template <class Tracer>
class basic_child {
 public:
  /// No child: nothing is said of it.
  basic_child() noexcept = default;

  /// Traces child_start; call it before the child is started, so that the time counts from there.
  explicit basic_child(child_command const& command, call_site at = call_site::here()) noexcept
      : record_{Tracer::child_start(command, at)} {}

  /// The program has collected the child: traces child_exit. `wait_status` is what waitpid has
  /// stored, or GetExitCodeProcess. Returns the exit code that is traced: the child's own, or 128
  /// plus the number of the signal that ended it.
  int exited(int pid, int wait_status, call_site at = call_site::here()) const noexcept
  requires(detail::has_child_status)
  {
    return exited_with(pid, detail::exit_code_of(wait_status), at);
  }
  /// Waits for the child and traces child_exit. `process` is its number; on Windows its handle,
  /// which stays open. The result is that of `exited`, -1 if there is no such child, as after a
  /// failed start with number -1. A signal that the program handles meanwhile doesn't end the wait.
  /// Changes `errno` as waitpid does, and is a cancellation point.
  int wait(detail::child_handle process, call_site at = call_site::here()) const
  requires(detail::has_child_status)
  {
    int wait_status = 0;
    bool const is_gone = detail::wait_for_child(process, wait_status) < 0;
    // Not by `exited`: clang looks at its constraints even where those of `wait` aren't satisfied.
    return exited_with(detail::number_of_child(process),
                       is_gone ? -1 : detail::exit_code_of(wait_status), at);
  }
  /// As `exited`, with an exit code instead of a wait status.
  int exited_with(int pid, int code, call_site at = call_site::here()) const noexcept {
    if (is_started()) Tracer::child_exit(record_, pid, code, at);
    return code;
  }
  /// The child could not be started: traces child_exit with pid and code -1 (R-CHD-02).
  void failed(call_site at = call_site::here()) const noexcept { exited_with(-1, -1, at); }
  /// The program goes on without waiting for the child: traces child_ready, and nothing follows.
  /// `state` is "ready", "timeout" or "error" (R-CHD-03).
  void ready(int pid, text state = "ready", call_site at = call_site::here()) const noexcept {
    if (is_started()) Tracer::child_ready(record_, pid, state, at);
  }

  /// False for an empty object; true even if the child could not be started.
  bool is_started() const noexcept { return record_.id >= 0; }
  /// For the verbs `child_exit` and `child_ready`.
  child_record record() const noexcept { return record_; }

 private:
  child_record record_{.id = -1};
};

/// An attempt to become another program:
///
///     trace2::exec attempt{"git", argv};   // exec
///     execvp("git", argv);
///     attempt.failed(errno);               // exec_result
///
/// A value that may be copied, and be empty.
template <class Tracer>
class basic_exec {
 public:
  /// No attempt: nothing is said of it.
  basic_exec() noexcept = default;

  /// Traces `exec`; call it right before the attempt. `exe` may be absent; the arguments are
  /// redacted.
  basic_exec(text exe, arguments argv, call_site at = call_site::here()) noexcept
      : id_{Tracer::exec(exe, argv, at)} {}

  /// The attempt has failed: traces exec_result. `error_number` is the errno value, which the
  /// caller saves before other calls change it.
  void failed(int error_number, call_site at = call_site::here()) const noexcept {
    if (id_ >= 0) Tracer::exec_result(id_, error_number, at);
  }

  /// The number of the attempt; -1 for an empty object, and for one made while tracing was off.
  int id() const noexcept { return id_; }

 private:
  int id_ = -1;
};

/// The child process of the tracer of this unit.
using child = basic_child<tracer>;
/// The attempt to become another program, of the tracer of this unit.
using exec = basic_exec<tracer>;

}}  // namespace trace2::v0
