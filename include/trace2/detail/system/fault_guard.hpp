// Saves the program from the files that the library maps.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/fault_guard.hpp>
#else
#  include <trace2/detail/system/posix/fault_guard.hpp>
#endif
