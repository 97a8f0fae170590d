// What the system did to a thread: its processor, switches and page faults.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/posix/only.hpp>

#include <cstdint>

#include <sched.h>
#include <sys/resource.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Complete for true: a unit where tracing is compiled out needs no header of the system.
template <bool Enabled>
struct thread_usage;

/// Counts since the thread began; where the system has none for a thread, those of the process. All
/// are 0 on an error. Cost: a system call.
template <>
struct thread_usage<true> {
  int processor = -1;  ///< the one that the thread runs on; -1 if the system does not tell
  std::uint64_t waits = 0;
  std::uint64_t preemptions = 0;
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;

  static thread_usage now() noexcept {
    errno_guard const guard;
#ifdef RUSAGE_THREAD
    constexpr int whose = RUSAGE_THREAD;
#else
    constexpr int whose = RUSAGE_SELF;
#endif
    rusage used{};
    ::getrusage(whose, &used);
    return {.processor = current_processor(),
            .waits = static_cast<std::uint64_t>(used.ru_nvcsw),
            .preemptions = static_cast<std::uint64_t>(used.ru_nivcsw),
            .minor_faults = static_cast<std::uint64_t>(used.ru_minflt),
            .major_faults = static_cast<std::uint64_t>(used.ru_majflt)};
  }

 private:
  static int current_processor() noexcept {
#if TRACE2_DETAIL_HAS_LINUX
    return ::sched_getcpu();
#else
    return -1;
#endif
  }
};

}}}  // namespace trace2::v0::detail
