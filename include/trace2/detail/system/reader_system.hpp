// What only readers of traces ask of the system: paths of std::filesystem, numbers spelt as in the
// C locale, and files without names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/reader_system.hpp>
#else
#  include <trace2/detail/system/posix/reader_system.hpp>
#endif
