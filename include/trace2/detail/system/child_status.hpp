// The end of a child process. A unit where tracing is compiled out needs it too, also on systems
// that know no such children.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cerrno>

#if __has_include(<sys/wait.h>)
#  include <sys/wait.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

#if __has_include(<sys/wait.h>)

/// Whether the system has children as POSIX knows them: with a number, for which a program waits,
/// and a status.
inline constexpr bool has_child_status = true;

/// Waits until the child has ended; signals that the program takes don't cut the wait short.
/// Returns the child's number, or the negated errno value: no child has the number -1 or 0, with
/// which waitpid would take any. A cancellation point, as waitpid is.
inline int wait_for_child(int pid, int& status) {
  if (pid <= 0) return -(errno = ECHILD);
  int result = 0;
  do {
    result = ::waitpid(pid, &status, 0);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

/// The child's own exit code, 128 plus the number of the signal that has ended it, or -1 if it
/// hasn't ended.
inline int exit_code_of(int status) noexcept {
  return WIFEXITED(status)     ? WEXITSTATUS(status)
         : WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                               : -1;
}

#else

inline constexpr bool has_child_status = false;
inline int wait_for_child(int, int&) { return -ENOSYS; }
inline int exit_code_of(int) noexcept { return -1; }

#endif

}}}  // namespace trace2::v0::detail
