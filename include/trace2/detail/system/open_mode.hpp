// How a file is opened.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/open_mode.hpp>
#else
#  include <trace2/detail/system/posix/open_mode.hpp>
#endif
