// The clocks of the system.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#ifdef _WIN32
#  include <trace2/detail/system/windows/system_clock.hpp>
#else
#  include <time.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Both in nanoseconds. Threads: any, also in a signal handler.
struct system_clock {
  static std::int64_t monotonic() noexcept { return read(CLOCK_MONOTONIC); }
  /// Since the epoch.
  static std::int64_t wall() noexcept { return read(CLOCK_REALTIME); }

 private:
  [[gnu::noinline]] static std::int64_t read(clockid_t id) noexcept {
    timespec now{};
    ::clock_gettime(id, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
  }
};

}}}  // namespace trace2::v0::detail

#endif
