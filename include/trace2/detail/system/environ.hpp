// The list of environment variables of the process. A unit where tracing is compiled out needs it
// too, on systems that have none of the other system calls.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#if defined(_WIN32)
#  include <stdlib.h>
#elif defined(__APPLE__)
#  include <crt_externs.h>
#else
// POSIX leaves the declaration to the program.
extern "C" char** environ;
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Every "NAME=value" of the process, ended by a null pointer; may be null itself. Lifetime: until
/// somebody changes the environment.
inline char** environment() noexcept {
#if defined(_WIN32)
  // A program that begins in wmain has the list only after a call of getenv.
  if (_environ == nullptr) static_cast<void>(::getenv(""));
  return _environ;
#elif defined(__APPLE__)
  return *::_NSGetEnviron();
#else
  return ::environ;
#endif
}

/// Makes `list` the environment. The former list is left to the C library.
inline void replace_environment(char** list) noexcept {
#if defined(_WIN32)
  _environ = list;
#elif defined(__APPLE__)
  *::_NSGetEnviron() = list;
#else
  ::environ = list;
#endif
}

}}}  // namespace trace2::v0::detail
