// A file without a name.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/temporary_file.hpp>
#else
#  include <trace2/detail/system/posix/temporary_file.hpp>
#endif
