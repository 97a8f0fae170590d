// Files that may grow no further.
#pragma once

#ifndef _WIN32
#  include <csignal>

#  include "system/posix/ignored_signal.hpp"
#endif

namespace trace2::program {

/// While it lives, a write beyond the largest size of a file is an error, and ends no program.
#ifdef _WIN32
struct full_file_is_error {
  full_file_is_error() {}  // it always is
};
#else
struct full_file_is_error : ignored_signal {
  full_file_is_error() noexcept : ignored_signal{SIGXFSZ} {}
};
#endif

}  // namespace trace2::program
