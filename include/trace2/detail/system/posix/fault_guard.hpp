// Saves the program from the files that the library maps. The system raises SIGBUS when a program
// touches mapped memory for which the file has no block any more: somebody has truncated the file,
// or the disk is full and copies blocks that are written again. The guard then puts private memory
// in the file's place, and the program goes on.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fault_listener.hpp>
#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/lazy_memory.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/system/yield_processor.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

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
  /// Memory that is guarded. The guard's own; a range that has ended is used again.
  struct range {
    atomic<std::uintptr_t> begin;  ///< of its first page
    atomic<std::uintptr_t> end;    ///< of its last page
    atomic<fault_listener*> told;
  };

  /// Guards memory, which somebody has mapped, until `unguard`. Null when memory ran out. Cost: a
  /// system call or two.
  static range* guard(char const* place, std::size_t size, fault_listener& told) noexcept {
    range* const found = find_unused();
    if (found == nullptr) return nullptr;
    auto const page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    auto const begin = reinterpret_cast<std::uintptr_t>(place);
    found->end.store_relaxed((begin + size + page - 1) / page * page);
    found->told.store_relaxed(&told);
    found->begin.store_release(begin / page * page);
    count_.fetch_add(1);
    wait_for_leaving();
    install();
    return found;
  }

  /// Comes before the memory is unmapped: else the guard could replace memory that somebody else
  /// has mapped there since.
  static void unguard(range& ended) noexcept {
    ended.begin.store_release(unused);
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
    errno_guard const kept;
    auto const place = reinterpret_cast<std::uintptr_t>(fault.si_addr);
    for (block* each = &first_; each != nullptr; each = each->next.load_acquire())
      for (range& known : each->ranges) {
        std::uintptr_t const begin = known.begin.load_acquire();
        std::uintptr_t const end = known.end.load_acquire();
        fault_listener* const told = known.told.load_acquire();
        // The second look at `begin` tells that all three are of one range.
        if (begin <= being_made || place < begin || place >= end ||
            known.begin.load_acquire() != begin)
          continue;
        if (!replace(begin, end)) return false;
        told->lose();
        return true;
      }
    return false;
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
  static constexpr std::uintptr_t unused = 0;
  static constexpr std::uintptr_t being_made = 1;

  struct block {
    range ranges[42];
    atomic<block*> next;
  };

  static range* find_unused() noexcept {
    for (block* each = &first_; each != nullptr; each = next_of(*each))
      for (range& known : each->ranges)
        if (known.begin.load_relaxed() == unused &&
            known.begin.compare_exchange(unused, being_made))
          return &known;
    return nullptr;
  }
  static block* next_of(block& last) noexcept {
    if (block* const next = last.next.load_acquire(); next != nullptr) return next;
    void* const room = map_zeros(sizeof(block));
    if (room == nullptr) return nullptr;
    auto* const made = ::new (room) block;
    if (last.next.compare_exchange(nullptr, made)) return made;
    unmap_zeros(room, sizeof(block));
    return last.next.load_acquire();
  }

  static bool replace(std::uintptr_t begin, std::uintptr_t end) noexcept {
    return ::mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
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
    errno_guard const kept;
    ::signal(SIGBUS, SIG_DFL);
#if TRACE2_DETAIL_HAS_LINUX
    ::syscall(SYS_rt_tgsigqueueinfo, ::getpid(), ::syscall(SYS_gettid), SIGBUS, &fault);
#else
    ::pthread_kill(::pthread_self(), SIGBUS);
#endif
  }

  static inline constinit block first_{};
  static inline constinit atomic<unsigned> count_{0};
  static inline constinit atomic<unsigned> leaving_{0};  ///< threads that may take the handler away
  static inline constinit atomic<bool> is_ignored_{false};  ///< by the action that was replaced
};

}}}  // namespace trace2::v0::detail
