// Other settings for a session that is open, or that began while nothing was to be traced.
//
// Other threads trace meanwhile, and never wait. New targets are opened first, so that an event
// finds a target at every moment. Then the caller waits until each thread has finished the event
// that it may be publishing with the old settings, and closes the old targets.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state/joining.hpp>
#include <trace2/process/state/object_switches.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session/ending.hpp>
#include <trace2/session/first_events.hpp>
#include <trace2/session/identification.hpp>
#include <trace2/session/lifetime.hpp>
#include <trace2/session/refusal.hpp>
#include <trace2/session/session_lock.hpp>
#include <trace2/session/target_change.hpp>
#include <trace2/session/user_choices.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/settings_source.hpp>
#include <trace2/verb/table.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace detail {

template <class Targets>
class reconfiguration {
  using lifetime = session_lifetime<Targets>;
  using targets = dispatcher<Targets>;

 public:
  /// True when all targets are as the settings say.
  [[gnu::cold]] static bool apply(changed_setting const* changes, std::size_t count) noexcept {
    return run(
        [&](settings const& current) {
          return configure_anew(current.source(), current.config(), changes, count);
        },
        {});
  }
  /// The same for settings that live as long as the process, and by a thread that must leave the
  /// environment alone: `session_lifetime::name` was called. False also if the process has others
  /// than `before` meanwhile, which the wanted ones were made of. `reason` gets the variable of a
  /// target that can't be opened, and why.
  [[gnu::cold]] static bool apply(settings const& wanted, settings const& before,
                                  buffer& reason) noexcept {
    return run(
        [&](settings const& current) -> settings const* {
          if (&current != &before) return nullptr;
          this_process.configuration.store_release(&wanted);
          return &wanted;
        },
        {.is_named = true, .reason = &reason});
  }
  /// Opens all files anew.
  [[gnu::cold]] static bool reopen() noexcept {
    return run([](settings const& current) { return &current; }, {.is_anew = true});
  }

 private:
  struct manner {
    bool is_anew = false;   ///< opens also what is open already
    bool is_named = false;  ///< leaves the environment alone
    buffer* reason = nullptr;
  };

  /// Makes the wanted settings, those of the process from now on, of those that it has; null if it
  /// can't.
  using choice = function_ref<settings const*(settings const&)>;

  static bool run(choice choose, manner how) noexcept {
    errno_guard const guard;
    cancellation_guard const uncancelled;
    // A sink must not change the targets that it works for.
    thread_context const* const thread = thread_registry::known();
    if (thread != nullptr && thread->is_publishing()) return false;
    auto const changing = lock_session();
    if (!changing) return false;
    if (!this_process.has_session.load_acquire()) return begin(choose, how);
    verb_table const* const on = verbs<true>();
    if (on == nullptr ? !lifetime::is_paused_.load_acquire() : on != &verb_table_of<Targets>)
      return false;
    auto const* const first = lifetime::first_events_.load_acquire();
    settings const* const wanted = first == nullptr ? nullptr : choose_by(choose);
    if (wanted == nullptr) return false;
    make_user_choices(first->options(), *wanted);
    return change(*first, *wanted, how);
  }

  /// Begins a session that found nothing to trace before.
  static bool begin(choice choose, manner how) noexcept {
    // The program may be beginning one in another thread, with settings of its own.
    session_start_lock const lock;
    if (lock.is_refused() || !lock.is_ours() || is_guest() ||
        this_process.has_session.load_acquire() || this_process.had_session.load_acquire())
      return false;
    auto const* const first = lifetime::first_events_.load_acquire();
    settings const* const wanted = first == nullptr ? nullptr : choose_by(choose);
    if (wanted == nullptr) return false;
    this_process.has_session.store_release(true);
    lifetime::begin(*first, *wanted, true, how.is_named, how.reason);
    return is_on() || !opening<Targets>::is_wanted(*wanted);
  }

  static settings const* choose_by(choice choose) noexcept {
    auto const* const current = this_process.configuration.load_acquire();
    return current == nullptr ? nullptr : choose(*current);
  }

  static bool change(first_events const& first, settings const& wanted, manner how) noexcept {
    call_context const s;
    if (!s || !settle()) return false;
    unsettled_in_ = fork_count::current();
    bool is_done = true;
    bool will_be_on = false;
    for_each_change([&](auto each, auto& change) {
      is_done = change.prepare(wanted, how.is_anew, how.reason) && is_done;
      will_be_on = will_be_on || change.is_on();
      change.publish(
          [&](auto& setup) { first.template publish_by<Targets, decltype(each)>(setup, s); });
    });
    bool const is_last = !will_be_on && pause(s);
    if (will_be_on) resume();
    // An event that passed by a target which is new must not find an old one closed.
    wait_for_events();
    for_each_change([](auto, auto& change) { change.stop(); });
    targets::tell_recorder();
    is_done = settle() && is_done;
    if (is_last) ending<Targets>::warn_of_losses();
    return is_done;
  }

  /// Closes what is old, unless a thread still uses it: then the next change does so before it
  /// begins, because a target has two setups only. False if a thread takes too long.
  static bool settle() noexcept {
    // A thread that only the parent has uses nothing here, and may have left a change half made.
    if (unsettled_in_ != fork_count::current()) return true;
    if (!wait_for_events()) return false;
    bool is_done = true;
    int attempts = 25;  // 40 ms each, while a thread that ends delivers its lines
    for_each_change([&](auto, auto& change) {
      while (!change.finish())
        if (--attempts <= 0) return void(is_done = false);
    });
    if (is_done) unsettled_in_ = 0;
    return is_done;
  }

  static void resume() noexcept {
    if (!lifetime::is_paused_.exchange(false)) return;
    all_threads.forget_regions();
    open_object_switches(verb_table_of<Targets>, &refuse_object<Targets>);
  }
  /// False if the session was paused before.
  static bool pause(call_context const& s) noexcept {
    if (lifetime::is_paused_.exchange(true)) return false;
    ending<Targets>::report_losses(s);
    all_object_switches.close();
    return true;
  }

  /// False if a thread takes too long.
  static bool wait_for_events() noexcept {
    bool const is_quiet = all_threads.wait_for_present_events();
    auto const* const on_signals = this_process.parts.load_acquire()->signal_events;
    for (bounded_wait wait{100}; on_signals != nullptr && on_signals->are_shown();)
      if (!wait.pause()) return false;
    return is_quiet;
  }

  static void for_each_change(auto const& use) noexcept {
    targets::for_each(
        [&]<class Target>(Target each) { use(each, change_of<typename Target::kind>); });
  }

  /// The process, by its number of forks, that has made a change whose old half is not closed yet;
  /// 0 for none.
  static inline constinit unsigned unsettled_in_ = 0;
};

}}}  // namespace trace2::v0::detail
