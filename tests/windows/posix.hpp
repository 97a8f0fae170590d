// What the tests call of POSIX that MinGW lacks; included before each of them.
#pragma once

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

extern "C" int SetEnvironmentVariableA(char const*, char const*);

inline int setenv(char const* name, char const* value, int) {
  int const failed = ::_putenv_s(name, value);
  // For the C runtime, an empty variable is none.
  return *value == 0 ? !SetEnvironmentVariableA(name, value) : failed;
}
inline int unsetenv(char const* name) { return ::_putenv_s(name, ""); }
inline char* mkdtemp(char* name) {
  return ::_mktemp_s(name, ::strlen(name) + 1) == 0 && ::_mkdir(name) == 0 ? name : nullptr;
}

// Tests compare bytes: no carriage return comes or goes.
[[maybe_unused]] static int const standard_input_mode = ::_setmode(0, _O_BINARY);
[[maybe_unused]] static int const standard_output_mode = ::_setmode(1, _O_BINARY);
