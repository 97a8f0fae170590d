// The time of day here.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ctime>

namespace trace2 { inline namespace v0 { namespace detail {

/// False if the system can't tell. Takes a lock of the C library.
inline bool to_local_time(std::time_t moment, std::tm& local) noexcept {
#ifdef _WIN32
  return ::localtime_s(&local, &moment) == 0;
#else
  return ::localtime_r(&moment, &local) != nullptr;
#endif
}

}}}  // namespace trace2::v0::detail
