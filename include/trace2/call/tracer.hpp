// The facade that instrumentation names, and how a call becomes bytes.
//
//     TRACE2_REGION, tracer::data, …   call/      one load; no more while tracing is off
//        |
//     verb_table                       call/      published by the session: from here on only
//        |                                        the session's unit holds code
//     enter, cmd_name, …               verb/      fills an event: reads the clock once, takes
//        |                                        ids once, hides secrets once
//        +---- enter, leave, data ------------->  short_record, when only the recorder listens
//        |
//     emitter, dispatcher              process/   puts a record around it; one fold over the
//        |                                        list of targets
//     target                           process/   is it on, does it want this event?
//        |
//     format                           format/    makes a line of it
//        |
//     sink                             sink/      writes the bytes: one line, one system call
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/targets.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/child.hpp>
#include <trace2/call/verbs/command.hpp>
#include <trace2/call/verbs/message.hpp>
#include <trace2/call/verbs/parameter.hpp>
#include <trace2/call/verbs/region.hpp>
#include <trace2/call/verbs/thread.hpp>
#include <trace2/call/verbs/value.hpp>
#include <trace2/config.hpp>
#include <trace2/value/call_site.hpp>

// Qt makes this word a macro.
#pragma push_macro("emit")
#undef emit
namespace trace2 { inline namespace v0 {

namespace detail {

/// Emits events of the program's own to a list of targets. This one refuses; with emit.hpp, another
/// one takes its place.
template <class Targets>
struct program_events {
  template <class Event>
  static void take(Event const&, repo_id, call_site) noexcept {
    static_assert(sizeof(Event) == 0,
                  "trace2: a unit that emits events of its own includes <trace2/emit.hpp> or "
                  "<trace2/trace2.hpp>");
  }
};

}  // namespace detail

/// The verbs of Trace2.
///
/// All of them are no-ops until a session has switched tracing on, at the cost of one load and a
/// branch beyond evaluating their arguments (the macros don't even do that); with `Enabled` false
/// they are empty. They may be called from any thread, but in no signal handler, never throw, keep
/// `errno`, and copy nothing that outlives the call. Categories and labels are literals by habit,
/// but any text will do. The thread's name and the time are part of every event. `at` is the place
/// in the source that the event names.
///
/// `Targets` are those of a session of this tracer, and then of all verbs in the process, whatever
/// tracer a unit names. An event of the program's own is the exception: it goes to those targets
/// of the session that the list of the tracer which emits it names too.
///
/// A verb whose name ends in `_f` formats like printf, only while somebody listens, and takes the
/// place first because nothing can follow the values. A null or empty format means that there is no
/// message (R-EVT-09).
///
/// A verb stands in one header of call/verbs/, with its contract, and its body in the header of the
/// same name in verb/. Most are also functions: trace2::cmd_name("scan").
template <bool Enabled, class Targets>
class basic_tracer : public detail::attachment<Enabled, Targets>,
                     public child_verbs<Enabled>,
                     public command_verbs<Enabled>,
                     public message_verbs<Enabled>,
                     public parameter_verbs<Enabled>,
                     public region_verbs<Enabled>,
                     public thread_verbs<Enabled>,
                     public value_verbs<Enabled> {
 public:
  static constexpr bool is_compiled_in = Enabled;  ///< false: all members are empty
  using targets = Targets;                         ///< the list of targets

  /// True while a session traces into at least one target (R-API-03).
  static bool enabled() noexcept { return verbs() != nullptr; }

  /// The table that macros call through; null while tracing is off.
  static detail::verb_table const* verbs() noexcept { return detail::verbs<Enabled>(); }

  /// Any event: a described struct, see `event_type`. Leaves no code when no target of the list
  /// writes it.
  template <class Event>
  static void emit([[maybe_unused]] Event const& event, [[maybe_unused]] repo_id repo = {},
                   [[maybe_unused]] call_site at = call_site::here()) noexcept {
    if constexpr (Enabled) detail::program_events<Targets>::take(event, repo, at);
  }
};

namespace detail {
/// The verb `emit` for macros, which can't name it where the program includes Qt.
template <class Tracer, class Event>
void emit_event(Event const& event, repo_id repo = {}, call_site at = call_site::here()) noexcept {
  Tracer::emit(event, repo, at);
}
}  // namespace detail

/// The tracer of this translation unit, unless it names one of its own.
using tracer = basic_tracer<TRACE2_ENABLED != 0, default_targets>;

// The verbs as functions.

/// True while a session traces into at least one target. For code that prepares what only a trace
/// needs. Cost: a load.
inline bool is_enabled(caller = caller::here()) noexcept {
  return basic_tracer<caller::is_compiled_in, default_targets>::enabled();
}

/// Any event: a described struct, see `event_type`. The function evaluates its argument always, the
/// macro TRACE2_EMIT only while tracing is on.
template <class Event>
void emit(Event const& event, repo_id repo = {}, caller from = caller::here()) noexcept {
  basic_tracer<caller::is_compiled_in, default_targets>::emit(event, repo, from.at);
}

}}  // namespace trace2::v0
#pragma pop_macro("emit")
