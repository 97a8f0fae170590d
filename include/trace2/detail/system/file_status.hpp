// The status of a file.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/file_status.hpp>
#else
#  include <trace2/detail/system/posix/file_status.hpp>
#endif
