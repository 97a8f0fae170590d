// Texts in UTF-8 as paths of std::filesystem, and back.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/native_path.hpp>
#else
#  include <trace2/detail/system/posix/native_path.hpp>
#endif
