// The facade that instrumentation names.
//
//     call site      TRACE2_REGION("index", "load")  or  a function of the tracer
//        |           one relaxed load; nothing else happens while tracing is off
//        v
//     verb           clock read once, ids taken once, redaction done once -> event struct -> record
//        |
//        v
//     dispatcher     one fold over the target list; one outlined body per type of event
//        |
//        v
//     format         serializer generated at compile time from BOOST_DESCRIBE_STRUCT
//        |
//        v
//     sink           write(bytes) noexcept: one complete line, one system call
#pragma once

#include <trace2/config.hpp>
#include <trace2/dispatcher.hpp>
#include <trace2/emitter.hpp>
#include <trace2/format.hpp>
#include <trace2/format/binary.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/sink.hpp>
#include <trace2/target.hpp>
#include <trace2/verb/child.hpp>
#include <trace2/verb/command.hpp>
#include <trace2/verb/message.hpp>
#include <trace2/verb/parameter.hpp>
#include <trace2/verb/region.hpp>
#include <trace2/verb/thread.hpp>
#include <trace2/verb/value.hpp>

namespace trace2::inline v0 {

/// The verbs of Trace2 for one list of targets.
///
/// All of them are no-ops until a session has switched tracing on, at the cost of one load and a
/// branch beyond evaluating their arguments (the macros don't even do that); with `Enabled` false
/// they are empty. They may be called from any thread, never throw, keep `errno`, and copy nothing
/// that outlives the call. Categories and labels are literals by habit, but any text will do. The
/// thread's name and the time are part of every event. `at` is the place in the source that the
/// event names.
template <bool Enabled, class Targets>
class basic_tracer : public verb::command<Enabled, Targets>,
                     public verb::message<Enabled, Targets>,
                     public verb::child<Enabled, Targets>,
                     public verb::thread<Enabled, Targets>,
                     public verb::region<Enabled, Targets>,
                     public verb::value<Enabled, Targets>,
                     public verb::parameter<Enabled, Targets> {
 public:
  static constexpr bool is_compiled_in = Enabled;
  using targets = Targets;

  /// True while a session traces into at least one target (R-API-03).
  static bool enabled() noexcept {
    if constexpr (Enabled)
      return detail::is_on();
    else
      return false;
  }

  /// Switches the format's target on with a sink of the program's own, before the session starts;
  /// what the environment says of that target is then ignored. The sink must live as long as the
  /// process traces.
  template <format_policy Format>
  static void attach(sink& to, format_settings settings = {}) noexcept {
    if constexpr (Enabled)
      target<Format>::state.open(to, {.format = settings, .variable = Format::name});
  }
};

/// Git's three targets, and the flight recorder.
using default_targets = target_list<format::normal, format::perf, format::json, format::binary>;

/// The tracer of this translation unit, unless it names one of its own.
using tracer = basic_tracer<TRACE2_ENABLED != 0, default_targets>;

}  // namespace trace2::inline v0
