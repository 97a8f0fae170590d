// The system calls of the library. A call returns a non-negative result, or the negated errno
// value.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/system_calls.hpp>
#else
#  include <trace2/detail/system/posix/system_calls.hpp>
#endif
