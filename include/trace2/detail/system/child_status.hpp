// The end of a child process. A unit where tracing is compiled out needs it too, even on systems
// that know no such children.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cerrno>

#if defined(_WIN64)
#  include <trace2/detail/system/windows/win32.hpp>
#elif __has_include(<sys/wait.h>)
#  include <sys/wait.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

#if defined(_WIN64)

/// True if a program can wait for a child, and gets a status.
inline constexpr bool has_child_status = true;

/// By which a program waits for a child: the handle of a process.
using child_handle = void*;

/// The child's number; -1 if there is no such child.
inline int number_of_child(child_handle child) noexcept {
  // The handle that functions return when they fail is also that of this process itself.
  auto const number = child == win32::invalid_handle ? 0 : win32::GetProcessId(child);
  return number == 0 ? -1 : static_cast<int>(number);
}

/// Waits until the child has ended, and stores its code. Returns the child's number, or the negated
/// errno value.
inline int wait_for_child(child_handle child, int& status) {
  constexpr win32::dword without_limit = 0xffff'ffff;
  win32::dword code = 0;
  if (child == win32::invalid_handle || win32::WaitForSingleObject(child, without_limit) != 0 ||
      !win32::GetExitCodeProcess(child, &code))
    return -(errno = ECHILD);
  status = static_cast<int>(code);
  return number_of_child(child);
}

/// The child's own exit code, or the number of the exception that has ended it.
inline int exit_code_of(int status) noexcept { return status; }

#elif __has_include(<sys/wait.h>)

inline constexpr bool has_child_status = true;
using child_handle = int;
inline int number_of_child(child_handle child) noexcept { return child; }

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
using child_handle = int;
inline int number_of_child(child_handle child) noexcept { return child; }
inline int wait_for_child(int, int&) { return -ENOSYS; }
inline int exit_code_of(int) noexcept { return -1; }

#endif

}}}  // namespace trace2::v0::detail
