// The clocks of Windows.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/win32.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Both in nanoseconds. Threads: any.
struct system_clock {
  static std::int64_t monotonic() noexcept {
    std::int64_t ticks = 0;
    std::int64_t frequency = 0;
    win32::QueryPerformanceCounter(&ticks);
    win32::QueryPerformanceFrequency(&frequency);  // the same for ever; 10 MHz as a rule
    constexpr std::int64_t second = 1'000'000'000;
    return ticks / frequency * second + ticks % frequency * second / frequency;
  }

  /// Since the epoch.
  static std::int64_t wall() noexcept {
    constexpr std::int64_t epoch = 116'444'736'000'000'000;  // 1970 in 100 ns since 1601
    win32::file_time now{};
    win32::GetSystemTimePreciseAsFileTime(&now);
    return (now.ticks() - epoch) * 100;
  }
};

}}}  // namespace trace2::v0::detail
