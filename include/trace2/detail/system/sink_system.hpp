// The further system calls of sinks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/sink_system.hpp>
#else
#  include <trace2/detail/system/posix/sink_system.hpp>
#endif
