// The system's number of the calling thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/system_calls.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// The number by which profilers and debuggers know the calling thread, that of the process on its
/// main thread; 0 where the system has none. In a container it is the container's number. Threads
/// and signals: any. Cost: a system call.
inline std::int64_t thread_number() noexcept {
#if TRACE2_DETAIL_HAS_LINUX
  return ::syscall(SYS_gettid);
#else
  return 0;
#endif
}

}}}  // namespace trace2::v0::detail
