// How the clock of the writer begins. Apart from the clock, because units that only read it need no
// system calls.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/detail/time/clock.hpp>

#include <cstddef>
#include <string_view>

#if defined(__x86_64__) || defined(__i386__)
#  include <cpuid.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// True if `tick_counter` runs at one rate in all states of a processor, and agrees on all
/// processors. On x86, asks the processor and the kernel; elsewhere the architecture promises it,
/// and the kernel has no other clock for user space.
struct counter_check {
  static bool is_usable() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    return is_invariant() && kernel_trusts_it();
#elif defined(__aarch64__) || defined(__powerpc64__) || (defined(__riscv) && __riscv_xlen == 64)
    return true;
#else
    return false;
#endif
  }

 private:
#if defined(__x86_64__) || defined(__i386__)
  static bool is_invariant() noexcept {
    constexpr unsigned power_management = 0x8000'0007;
    constexpr unsigned invariant = 1u << 8;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(power_management, &a, &b, &c, &d) != 0 && (d & invariant) != 0;
  }

  /// Only the kernel compares the counters of several processors. The kernel uses another clock
  /// when they differ; the clocks of hypervisors are made from the same counter.
  static bool kernel_trusts_it() noexcept {
    cancellation_guard const uncancelled;
    int const fd =
        system_calls::open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                           open_mode::read);
    if (fd < 0) return false;
    char name[64];
    ssize_t const size = system_calls::read(fd, name, sizeof name);
    system_calls::close(fd);
    if (size <= 0) return false;
    std::string_view const used = view_of(name, static_cast<std::size_t>(size));
    return used == "tsc\n" || used == "kvm-clock\n" || used == "hyperv_clocksource_tsc_page\n";
  }
#endif
};

/// Chooses the counter and reads it against the system's clocks, once per process. Takes some
/// microseconds. Threads: any.
[[gnu::noinline, gnu::cold]] inline void start_clock() noexcept {
  if (clock::has_started()) return;
  watch_forks();
  bool const is_usable = counter_check::is_usable();
  while (!clock::start(is_usable)) sink_system::yield();
}

}}}  // namespace trace2::v0::detail
