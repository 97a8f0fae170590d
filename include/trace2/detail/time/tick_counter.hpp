// The processor's own clock, which user space reads in a few nanoseconds: the time-stamp counter of
// x86, the virtual counter of 64-bit ARM, the timer of 64-bit RISC-V, the time base of 64-bit
// POWER. Others have none that is sound: the clock of s390x is set while the system runs, and
// kernels may keep that of 32-bit ARM to themselves.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Threads: all functions may be called from any thread and from a signal handler.
struct tick_counter {
  /// The read is not serializing, but two reads that are a function call apart are in order.
  static std::int64_t read() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    // Not <x86intrin.h>, which costs more than all other includes of this header.
    return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
#elif defined(__aarch64__)
    std::int64_t ticks;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#elif defined(__riscv) && __riscv_xlen == 64
    std::int64_t ticks;
    asm volatile("rdtime %0" : "=r"(ticks));
    return ticks;
#elif defined(__powerpc64__)
    return static_cast<std::int64_t>(__builtin_ppc_get_timebase());
#else
    return 0;
#endif
  }
};

}}}  // namespace trace2::v0::detail
