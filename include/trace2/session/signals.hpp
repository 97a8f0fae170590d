// The parts that the feature `signal_events` adds to a session: events for signals that are about
// to end the process. All code here that runs in a handler is async-signal-safe: it allocates
// nothing, takes no lock that waits, and calls no stdio.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/signal_handler.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/features.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/object_switches.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session/feature.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>

// Qt makes this word a macro.
#pragma push_macro("signals")
#undef signals
namespace trace2 { inline namespace v0 { namespace detail {

template <class Targets>
class signals {
 public:
  /// Watches the signals that still have their default action. A signal that the program handles or
  /// ignores, now or later, stays its own business.
  static void watch() noexcept {
    watch_forks();
    event::signal const example{};
    without_type const erased{example};
    dispatcher<Targets>::for_each([&]<class Target>(Target) {
      if constexpr (!writes_lines<typename Target::kind>) Target::expect_in_handler(erased);
    });
    for (int const signo : ending_signals) signal_handler{&handle}.take(signo);
  }

  /// Gives the signals back, so that the next session can watch them: that of another object has
  /// other targets. Waits for one that is being shown.
  [[gnu::cold]] static void let_go() noexcept {
    for (int const signo : ending_signals) signal_handler{&handle}.give_back(signo);
    wait_for_other_handler();
  }

  /// True while a handler writes to the targets. Threads: any.
  static bool are_shown() noexcept { return handling_.is_held(); }

 private:
  using without_type = typename dispatcher<Targets>::template without_type<event::signal>;

  /// Room for a line besides the session id.
  static constexpr std::size_t line_room = 4096;

  [[gnu::cold]] static void handle(int signo) noexcept {
    errno_guard const guard;
    // The session of another object has handlers of its own.
    if (is_on() && !is_guest()) {
      if (handling_.try_lock()) {
        show(signo);
        silence_others();
        handling_.unlock();
      } else {
        wait_for_other_handler();
      }
    }
    signal_handler::end_by(signo);
  }

  /// A further signal, which another thread takes, would end the process before the first is shown.
  static void wait_for_other_handler() noexcept {
    bounded_wait wait{50};
    while (handling_.is_held() && wait.pause()) {
    }
  }

  /// Ends the tracing of all threads, but not in the first process of a container: it goes on,
  /// because the system takes no default action there.
  static void silence_others() noexcept {
    if (system_calls::getpid() == 1) return;
    all_object_switches.close();
    all_threads.wait_for_others();
  }

  [[gnu::cold]] static void show(int signo) noexcept {
    process_identity const* const identity = this_process.identity.load_acquire();
    // A forked child that has not traced yet has no id of its own.
    if (identity == nullptr || this_process.begin_child.load_relaxed() != nullptr) return;
    std::int64_t const now = clock::now();
    thread_context const* const thread = thread_registry::known();
    duration const t_abs = this_process.elapsed(now);
    event::signal const event{.t_abs = t_abs, .signo = signo};
    without_type const erased{event};
    untyped_record const record{circumstances_of({.at = own_place("trace2/session/signals.hpp"),
                                                  .ticks = now,
                                                  .wall = clock::wall_microseconds(now),
                                                  .t_abs = t_abs},
                                                 *identity, thread),
                                erased};
    local_offset::freeze();
    buffer line{memory_, sizeof memory_};
    dispatcher<Targets>::for_each([&]<class Target>(Target each) {
      each.accept_in_handler(record, Target::template writer_of<event::signal>, line);
    });
  }

  static inline constinit fork_lock handling_;
  static inline char memory_[line_room * 2];
};

template <class Targets>
inline constexpr signal_functions signal_functions_of{.watch = &signals<Targets>::watch,
                                                      .let_go = &signals<Targets>::let_go,
                                                      .are_shown = &signals<Targets>::are_shown};

template <>
struct feature<signal_events> {
  template <class Targets>
  static constexpr void add_to(session_parts& parts) noexcept {
    parts.signal_events = &signal_functions_of<Targets>;
  }
};

}}}  // namespace trace2::v0::detail
#pragma pop_macro("signals")
