// Handlers of signals of the process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/signal_handler.hpp>
#else
#  include <trace2/detail/system/posix/signal_handler.hpp>
#endif
