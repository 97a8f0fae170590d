// Numbers spelt as in the C locale, whatever the locale of the program is.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/plain_number.hpp>
#else
#  include <trace2/detail/system/posix/plain_number.hpp>
#endif
