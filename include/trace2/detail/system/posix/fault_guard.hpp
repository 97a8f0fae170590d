// Saves the program from the files that the library maps. The system raises SIGBUS when a program
// touches mapped memory for which the file has no block any more: somebody has truncated the file,
// or the disk is full and copies blocks that are written again. The guard then puts private memory
// in the file's place, and the program goes on.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/guarded_ranges.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/system/yield_processor.hpp>

#include <cstddef>
#include <cstdint>

#include <signal.h>
#include <sys/mman.h>
#if TRACE2_DETAIL_HAS_LINUX
#  include <sys/syscall.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// The argument of a fault handler.
using fault_info = siginfo_t;

/// All guarded memory of the process. While there is some, and no handler takes SIGBUS, a handler
/// of the guard does. It passes every other fault on: the program then dies as it would have died
/// without the guard. A program with a handler of its own calls `recover`.
///
/// The system kills a program that faults while it ignores SIGBUS. So the guard's handler replaces
/// that action, too, and ignores the signals that processes send. A later action of the program
/// replaces the guard's. Programs that this one executes meanwhile inherit the default action.
///
/// Threads: any may call any function, also in a signal handler. Only the thread that uses the
/// memory of a range, or the one that unmaps it, may end the range.
class fault_guard {
 public:
  using range = guarded_ranges::range;

  /// Guards memory, which somebody has mapped, until `unguard`. Null when memory ran out. Cost: a
  /// system call or two.
  static range* guard(char const* place, std::size_t size, fault_listener& told) noexcept {
    auto const page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    auto const begin = reinterpret_cast<std::uintptr_t>(place);
    std::uintptr_t const end = (begin + size + page - 1) / page * page;
    range* const added = ranges_.add(begin / page * page, end, told);
    if (added == nullptr) return nullptr;
    count_.fetch_add(1);
    wait_for_leaving();
    install();
    return added;
  }

  /// Comes before the memory is unmapped: else the guard could replace memory that somebody else
  /// has mapped there since.
  static void unguard(range& ended) noexcept {
    guarded_ranges::remove(ended);
    leaving_.fetch_add(1);
    // Either this thread sees what another one guards, or that one sees this one leave.
    full_fence();
    if (count_.fetch_add(static_cast<unsigned>(-1)) == 1) {
      uninstall();
      // Another thread may have guarded memory meanwhile, and found the handler in its place.
      if (count_.load_acquire() != 0) install();
    }
    full_fence();
    leaving_.fetch_add(static_cast<unsigned>(-1));
  }

  /// Replaces the memory of the range that a fault is in, and tells its listener. False, and
  /// nothing done, for every other signal and fault.
  static bool recover(fault_info const& fault) noexcept {
    if (fault.si_signo != SIGBUS || is_sent(fault)) return false;
    errno_guard const errno_of_program;
    return ranges_.find(reinterpret_cast<std::uintptr_t>(fault.si_addr), replace);
  }

  /// Lets the signal through to the calling thread: the system kills a process that faults while
  /// the signal is blocked.
  static void unblock() noexcept {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGBUS);
    ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  }

 private:
  static bool replace(std::uintptr_t begin, std::uintptr_t end, fault_listener& told) noexcept {
    if (::mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      return false;
    told.lose();
    return true;
  }

  /// True if a process has sent the signal, in contrast to a fault.
  static bool is_sent(siginfo_t const& signal) noexcept {
    constexpr int sent_by_a_process = 0;  // and all codes below
    return signal.si_code <= sent_by_a_process;
  }
  static bool is_handled(struct sigaction const& action) noexcept {
    return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
  }

  /// Waits while another thread may be taking the handler away, since a fault would then kill the
  /// process. The wait is bounded: this may be a signal handler that has interrupted that thread.
  static void wait_for_leaving() noexcept {
    constexpr int most = 1'000;
    full_fence();
    for (int i = 0; i < most && leaving_.load_acquire() != 0; ++i) yield_processor();
  }

  static void install() noexcept {
    struct sigaction before {};
    if (::sigaction(SIGBUS, nullptr, &before) != 0 || is_handled(before)) return;
    is_ignored_.store_release(before.sa_handler == SIG_IGN);
    struct sigaction ours {};
    ours.sa_sigaction = &handle;
    // A signal that is ignored interrupts no system call.
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&ours.sa_mask);
    if (::sigaction(SIGBUS, &ours, &before) != 0 || !is_handled(before)) return;
    ::sigaction(SIGBUS, &before, nullptr);  // the program was quicker
  }
  static void uninstall() noexcept {
    struct sigaction now {};
    if (::sigaction(SIGBUS, nullptr, &now) == 0 && now.sa_sigaction == &handle)
      ::signal(SIGBUS, is_ignored_.load_acquire() ? SIG_IGN : SIG_DFL);
  }

  static void handle(int, siginfo_t* fault, void*) noexcept {
    if (!recover(*fault)) pass_on(*fault);
  }
  /// The signal is blocked while its handler runs. The system raises the fault again, unchanged,
  /// when the handler returns.
  static void pass_on(siginfo_t& fault) noexcept {
    if (is_ignored_.load_acquire() && is_sent(fault)) return;
    errno_guard const errno_of_program;
    ::signal(SIGBUS, SIG_DFL);
#if TRACE2_DETAIL_HAS_LINUX
    ::syscall(SYS_rt_tgsigqueueinfo, ::getpid(), ::syscall(SYS_gettid), SIGBUS, &fault);
#else
    ::pthread_kill(::pthread_self(), SIGBUS);
#endif
  }

  static inline constinit guarded_ranges ranges_;
  static inline constinit atomic<unsigned> count_{0};
  static inline constinit atomic<unsigned> leaving_{0};  ///< threads that may take the handler away
  static inline constinit atomic<bool> is_ignored_{false};  ///< by the action that was replaced
};

}}}  // namespace trace2::v0::detail
