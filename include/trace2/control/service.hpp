// The control of a process: one thread that sleeps until a client connects, and what becomes of it
// at a fork and at the end of the process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/control/backend.hpp>
#include <trace2/control/clients.hpp>
#include <trace2/control/listener.hpp>
#include <trace2/control/system.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/quick_exit.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/state/object_switches.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session/identification.hpp>

#include <cerrno>
#include <cstdlib>

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised and never destroyed. Threads: any may call the public functions.
class control_service {
 public:
  /// Makes the process reachable by its user; true if it is. Costs a thread and a socket, once.
  [[gnu::cold]] bool start(control_backend const& by) noexcept {
    errno_guard const guard;
    cancellation_guard const uncancelled;
    if (control_system::is_privileged()) return false;
    watch_forks();
    by_.store_release(&by);
    lock_attempt const own{lock_, longest_wait};
    if (!own) return false;
    // Each session has an id of its own.
    by.name_session();
    bool is_running = is_running_in_.load_relaxed() == fork_count::current();
    if (!is_running) {
      watch_process();
      listener_.open();
      is_running_in_.store_relaxed(fork_count::current());
      is_running = control_system::start_thread([](void*) -> void* {
                     the().run();
                     return nullptr;
                   }) == 0;
      if (!is_running) {
        listener_.close();
        is_running_in_.store_relaxed(0);
      }
    }
    return is_running && listener_.is_open();
  }

  static control_service& the() noexcept;

 private:
  static constexpr int until_retry = 10'000;  // milliseconds
  static constexpr int longest_wait = 100;    // milliseconds

  // ---- the thread ----

  [[noreturn]] void run() noexcept {
    // Clients of the parent have gone on with the parent.
    if (clients_.have_changed()) {
      name_thread();
      clients_.apply(*by_.load_acquire());
    }
    for (;;) {
      bool const is_listening = listener_.is_open() || open_again();
      if (clients_.are_there() || clients_.have_left_work()) {
        if (clients_.serve(is_listening ? listener_.fd() : -1, *by_.load_acquire()) &&
            listener_.is_open())
          welcome();
      } else if (is_listening) {
        welcome();
      } else {
        control_system::pause(until_retry);
      }
    }
  }

  /// The program has closed the descriptor, or the directory was full.
  [[gnu::cold]] bool open_again() noexcept {
    while (!lock_.try_lock()) control_system::pause(1);
    bool const is_open = !is_over_.load_acquire() && listener_.open_again() == 0;
    lock_.unlock();
    return is_open;
  }

  /// Waits for a client.
  [[gnu::cold]] void welcome() noexcept {
    int const fd = listener_.accept();
    if (fd >= 0) {
      name_thread();
      return clients_.welcome(fd);
    }
    // A process without descriptors must not become busy.
    if (fd != -ECONNABORTED) control_system::pause(100);
  }

  [[gnu::cold]] static void name_thread() noexcept {
    constexpr unsigned own_number = 99;  // threads of the program keep the numbers that they have
    if (thread_registry::known() == nullptr)
      all_threads.start(own_number, "trace2_control", clock::now());
  }

  // ---- the process ----

  [[gnu::cold]] static void watch_process() noexcept {
    static constinit atomic<bool> is_watched{false};
    if (is_watched.exchange(true)) return;
    system_calls::stay_loaded(&begin_child);
    detail::at_fork(nullptr, [] { begin_child(); });
    std::atexit([] { the().leave(); });
    call_at_quick_exit([] { the().leave(); });
  }

  /// The process ends.
  [[gnu::cold]] void leave() noexcept {
    cancellation_guard const uncancelled;
    is_over_.store_release(true);
    if (lock_attempt const own{lock_, longest_wait}; own) listener_.remove_name();
  }

  /// In the child, at once. The thread comes with the first event: most children soon become
  /// another program. To notice that event while tracing is off, calls reach the verbs until then.
  [[gnu::cold]] static void begin_child() noexcept {
    control_service& service = the();
    if (service.is_running_in_.load_relaxed() == 0) return;
    errno_guard const guard;
    cancellation_guard const uncancelled;
    service.listener_.leave_to_parent();
    service.clients_.leave_to_parent();
    if (is_on() || service.is_over_.load_relaxed()) return;
    if (this_process.begin_child.load_relaxed() == nullptr)
      this_process.begin_child.store_relaxed(&see_first_event);
    service.by_.load_relaxed()->open_object_switches();
  }

  /// The first event of a child whose parent has never traced.
  [[gnu::cold]] static void see_first_event() noexcept {
    static constinit fork_lock seeing;
    // Events of this thread need the id that the other one is making.
    if (!seeing.try_lock()) return wait_for_session_of_child();
    all_object_switches.close();
    the().by_.load_acquire()->name_session();
    this_process.begin_child.store_release(nullptr);
    the().begin_again();
  }

 public:
  /// In a child whose parent was reachable: becomes reachable too.
  [[gnu::cold]] void begin_again() noexcept {
    unsigned const running_in = is_running_in_.load_relaxed();
    if (running_in == 0 || running_in == fork_count::current()) return;
    control_backend const& by = *by_.load_acquire();
    // A session that begins or resumes at this moment opens its targets first, its switches last.
    if (!has_target(by)) {
      all_object_switches.close();
      if (has_target(by)) by.open_object_switches();
    }
    start(by);
  }

 private:
  static bool has_target(control_backend const& by) noexcept {
    bool is_found = false;
    by.for_each_target([&](target_facts const& each) { is_found = is_found || each.is_on; });
    return is_found;
  }

  timed_fork_lock lock_;                              ///< of the listener's name
  atomic<control_backend const*> by_{nullptr};  ///< of the session that has begun last
  atomic<unsigned> is_running_in_{0};           ///< which process, by its number of forks
  atomic<bool> is_over_{false};
  control_listener listener_;
  control_clients clients_;
};

inline constinit control_service control_of_process;
inline control_service& control_service::the() noexcept { return control_of_process; }

}}}  // namespace trace2::v0::detail
