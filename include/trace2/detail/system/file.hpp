// How files are opened, and their status.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/file.hpp>
#else
#  include <trace2/detail/system/posix/file.hpp>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

constexpr open_mode operator|(open_mode a, open_mode b) noexcept {
  return static_cast<open_mode>(static_cast<int>(a) | static_cast<int>(b));
}

}}}  // namespace trace2::v0::detail
