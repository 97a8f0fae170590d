// The beginning and the end of a session: settings, targets, session id, the first and the last
// events, and the session of a forked child.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/quick_exit.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/clock_start.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/inheritance.hpp>
#include <trace2/process/state/joining.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session/announcement.hpp>
#include <trace2/session/ending.hpp>
#include <trace2/session/first_events.hpp>
#include <trace2/session/identification.hpp>
#include <trace2/session/missing_parts.hpp>
#include <trace2/session/opening.hpp>
#include <trace2/session/refusal.hpp>
#include <trace2/session/session_lock.hpp>
#include <trace2/session/user_choices.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/session_options.hpp>
#include <trace2/verb/table.hpp>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

// Qt makes this word a macro.
#pragma push_macro("signals")
#undef signals
namespace trace2 { inline namespace v0 { namespace detail {

/// Applies other settings while a session is open; in session/reconfiguration.hpp.
template <class Targets>
class reconfiguration;

template <class Targets>
class session_lifetime {
 public:
  [[gnu::cold]] static void start_clock() noexcept {
    detail::start_clock();
    this_process.fix_origin();
  }

  [[gnu::cold]] static void begin(session_parts const& parts, arguments const& argv,
                                  session_options const& options, call_site at) noexcept {
    errno_guard const guard;
    cancellation_guard const uncancelled;
    start_clock();
    session_start_lock const lock;
    bool const is_elsewhere = is_guest() || lock.is_refused();
    if (!lock.is_ours() || is_elsewhere) return;
    if (lock.is_left() && !is_on()) forget_beginning();
    if (this_process.has_session.exchange(true)) return;
    if (this_process.had_session.exchange(false)) begin_anew();
    this_process.exports.store_relaxed(options.exports);
    auto const* const first = first_events::keep(parts, argv, options, at);
    auto const* const config = parts.config_of(options.settings);
    auto const* const configuration = configure_anew(options.settings, config);
    first_events_.store_release(first);
    if (first != nullptr && configuration != nullptr) {
      begin(*first, *configuration);
    } else {
      if (configuration != nullptr && opening<Targets>::is_wanted(*configuration))
        say_no_memory(*configuration);
      this_process.has_session.exchange(false);
    }
    // Another thread may begin it later, by `reconfigure`.
    if (!is_on()) all_threads.expect_main();
    announce_session(verb_table_of<Targets>);
    if (configuration == nullptr) return;
    if (config == nullptr) tell_files_are_left_out(*configuration);
    // At last, when all have looked for theirs.
    opening<Targets>::tell_idle(*configuration);
  }

  [[gnu::cold]] static void end() noexcept {
    tell_of_late_target.store_release(nullptr);
    // A session ends where it has begun: other objects and lists have other targets.
    bool const is_own = verbs<true>() == &verb_table_of<Targets> || is_paused_.load_acquire();
    if (!is_own || !this_process.has_session.load_acquire()) {
      first_events_.store_release(nullptr);  // one that traces nothing begins no more
      return;
    }
    errno_guard const guard;
    cancellation_guard const uncancelled;
    // Lets another thread finish changing the targets, but doesn't wait for ever: the process may
    // be about to end.
    auto const changing = lock_session();
    if (auto* const show = this_process.show_phases.load_acquire(); show != nullptr) show();
    if (!this_process.has_session.exchange(false)) return;
    is_paused_.store_release(false);
    if (is_on()) ending<Targets>::end_session();
    opening<Targets>::close();
    if (auto const* const on_signals = this_process.parts.load_acquire()->signal_events;
        on_signals != nullptr)
      on_signals->let_go();
    this_process.had_session.exchange(true);
  }

  [[gnu::cold]] static char const* id(session_parts const& parts,
                                      settings_source const& source) noexcept {
    errno_guard const guard;
    cancellation_guard const uncancelled;
    process_state const& process = session_process();
    // In the child of a fork the id is the parent's until then.
    if (auto* const begin = process.begin_child.load_acquire(); begin != nullptr) begin();
    if (&process != &this_process) return process.identity.load_acquire()->c_str();
    settings_in_use const in_use;
    auto const* const configuration = configure(source, parts.config_of(source));
    if (configuration == nullptr || !identify(*configuration)) return "";
    auto const& identity = *this_process.identity.load_acquire();
    if (!is_on() &&
        get_variable(configuration->variable(setting::parent_sid())) != identity.sid()) {
      export_inheritance();
      watch_process();
    }
    return identity.c_str();
  }

  /// Makes the id of a session that may trace nothing yet, and hands on what children inherit:
  /// later, in a thread that the program doesn't know, the environment may be in use.
  [[gnu::cold]] static void name() noexcept {
    settings_in_use const configuration;
    auto const* const first = first_events_.load_acquire();
    if (configuration.get() == nullptr) return;
    id(first == nullptr ? no_parts : first->parts(), configuration->source());
    bool const has_context = first != nullptr && first->options().trace_context;
    if (has_context && !is_on() && this_process.trace_context.load_relaxed() == nullptr)
      inherit(*first);
  }

 private:
  friend class reconfiguration<Targets>;

  /// `is_late`: by `reconfigure`, which any thread may call. `is_named`: `name` was called, and the
  /// environment is left alone. `reason` may be null.
  [[gnu::cold]] static void begin(first_events const& first, settings const& configuration,
                                  bool is_late = false, bool is_named = false,
                                  buffer* reason = nullptr) noexcept {
    session_options const& options = first.options();
    this_process.parts.store_release(&first.parts());
    bool const is_open = open_targets(first, configuration, is_named, reason);
    tell_of_late_target.store_release(is_open ? nullptr : &warn_of_late_target);
    if (!is_open) {
      this_process.has_session.exchange(false);
      return;
    }
    // Without it the first events would be the only ones.
    if (!all_object_switches.add(object_switch_of<true>::value)) {
      say_no_memory(configuration);
      opening<Targets>::close();
      this_process.has_session.exchange(false);
      return;
    }
    if (!is_named) inherit(first);
    if (!is_late) all_threads.start(0, "main", this_process.origin.load_relaxed());
    this_process.begin_thread.store_release(
        []() noexcept -> summing_thread* { return all_threads.current(); });
    this_process.report_failures.store_release(&emitter<Targets>::report_failures);
    // Before other threads can say anything (R-LIFE-02).
    first.template publish<Targets>();
    open_object_switches(verb_table_of<Targets>, &refuse_object<Targets>);
    watch_process();
    if (auto const* const on_signals = first.parts().signal_events;
        options.signals && on_signals != nullptr)
      on_signals->watch();
    for_each_path(false, &refuse_object<Targets>);
  }

  [[gnu::cold]] static void say_no_memory(settings const& configuration) noexcept {
    if (configuration.diagnoses()) warn({"nothing is traced: ", error_text(ENOMEM)});
  }

  /// After a session has ended: makes an id beside the old one, so that a reader sees two sessions,
  /// and counts anew.
  [[gnu::cold]] static void begin_anew() noexcept {
    std::int64_t const now = clock::now();
    this_process.restart_counting(now);
    all_threads.forget_sums();
    all_threads.forget_regions();
    forget_own_names();
    identify(this_process.identity.load_relaxed()->parent(), clock::wall_microseconds(now));
  }

  /// Reads the settings and opens the targets that they ask for (R-LIFE-03); false when nothing is
  /// to be traced.
  static bool open_targets(first_events const& first, settings const& configuration,
                           bool is_named, buffer* reason) noexcept {
    if (!opening<Targets>::is_wanted(configuration)) return false;
    if (!identify(configuration)) return say_no_memory(configuration), false;
    // A person who switches this very process on from outside wants no other one.
    if (!is_named && !is_sampled(configuration)) {
      inherit(first);  // descendants must come to the same decision
      return false;
    }
    bool const is_open = opening<Targets>::open(configuration, reason);
    if (!is_open) return false;
    make_user_choices(first.options(), configuration);
    tell_missing_parts(first.options(), configuration);
    return true;
  }

  static void inherit(first_events const& first) noexcept {
    auto const* const trace_context = first.parts().trace_context;
    if (first.options().trace_context && trace_context != nullptr)
      pass_trace_context(*trace_context);
    export_inheritance();
  }

  /// Registers the handlers, once per process because they can't be taken back. They serve the
  /// session that is open when they run (R-LIFE-06).
  [[gnu::cold]] static void watch_process() noexcept {
    if (is_watched_.exchange(true)) return;
    system_calls::stay_loaded(&begin_child);
    std::atexit([] { end(); });
    call_at_quick_exit([] { end(); });
    at_fork(nullptr, [] { begin_child(); });
  }

  /// In the child, at once. Does only the work that needs no allocation, because most children soon
  /// become another program.
  static void begin_child() noexcept {
    // Another thread may have been asking for local time, under a lock of the C library.
    if (fork_count::has_left_threads()) local_offset::freeze();
    std::int64_t const now = clock::now();
    this_process.restart_counting(now);
    this_process.settings_readers.store_relaxed(0);  // the parent keeps its readers
    all_threads.begin_child(now);
    becoming_.store_relaxed(nullptr);
    if (is_on() || is_paused_.load_relaxed())
      this_process.begin_child.store_relaxed(&become_session);
    else if (!this_process.has_session.load_relaxed())
      forget_identity();
  }

  /// In the child, before its first event: makes an id below the parent's, and opens new files
  /// where each process has its own. Other threads wait with their events, which would go to the
  /// parent's files.
  [[gnu::cold]] static void become_session() noexcept {
    cancellation_guard const uncancelled;
    static thread_local constinit char here = 0;  // tells threads apart
    // The first events of the child ask for its session, too.
    if (becoming_.load_relaxed() == &here) return;
    if (!becoming_.compare_exchange(nullptr, &here)) return wait_for_session_of_child();
    identify(this_process.identity.load_relaxed()->sid(),
             clock::wall_microseconds(this_process.origin.load_relaxed()));
    begin_below_parents_names();
    export_inheritance();
    bool const is_open =
        opening<Targets>::open_own_files(*this_process.configuration.load_relaxed());
    if (!is_open) is_paused_.store_release(true);
    first_events_.load_acquire()->template publish<Targets>();
    this_process.begin_child.store_release(nullptr);
    announce_session(verb_table_of<Targets>);
  }

  /// In the child of a fork: a thread of the parent was beginning a session, which goes on there.
  [[gnu::cold]] static void forget_beginning() noexcept {
    opening<Targets>::close();
    forget_identity();
    this_process.has_session.exchange(false);
  }

  static inline constinit atomic<bool> is_watched_{false};
  static inline constinit atomic<bool> is_paused_{false};    ///< open, with all targets off
  static inline constinit atomic<char*> becoming_{nullptr};  ///< the thread in become_session
  static inline constinit atomic<first_events const*> first_events_{nullptr};
};

}}}  // namespace trace2::v0::detail
#pragma pop_macro("signals")
