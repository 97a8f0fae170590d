// The system calls about mapped files.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/recording/windows/mapped_system.hpp>
#else
#  include <trace2/recording/posix/mapped_system.hpp>
#endif
