// The arguments of main in UTF-8.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#ifdef _WIN32
#  include <trace2/detail/system/windows/main_argument.hpp>
#else

namespace trace2 { inline namespace v0 { namespace detail {

/// POSIX hands them over as they are.
inline std::string_view main_argument(std::string_view argument, int) noexcept {
  return argument;
}

}}}  // namespace trace2::v0::detail

#endif
