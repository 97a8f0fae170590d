// Lets other threads go on.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/win32.hpp>
#else
#  include <sched.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

inline void yield_processor() noexcept {
#ifdef _WIN32
  win32::SwitchToThread();
#else
  ::sched_yield();
#endif
}

}}}  // namespace trace2::v0::detail
