// Names for units that mention targets without writing to them, and the attaching of a sink or a
// recording of the program's own to a target.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/format_settings.hpp>

namespace trace2 { inline namespace v0 {

namespace format {

struct normal;
struct perf;
struct json;

}  // namespace format

/// In a list of targets: the recording of the process, which keeps all events.
struct flight_recorder;

class sink;            // takes the lines of a format
class recording_file;  // takes the records of the flight recorder

/// The target that a setting such as `TRACE2_PERF` switches on. `Kind` is a format, whose lines it
/// writes, or `flight_recorder`. There is one target per process and kind, whatever lists name it.
template <class Kind>
class target;
template <>
class target<flight_recorder>;

/// The targets of a tracer, each by its kind, in the order in which an event visits them
/// (R-API-36). A kind that isn't listed leaves no code. Complete in dispatcher.hpp.
template <class... Kinds>
struct target_list;

/// Git's three targets, and the flight recorder.
using default_targets = target_list<format::normal, format::perf, format::json, flight_recorder>;

namespace detail {

/// Lines go to a sink, records to a recording_file.
template <class Kind>
inline constexpr bool writes_lines = true;
template <>
inline constexpr bool writes_lines<flight_recorder> = false;

/// True if the list names the target of that kind.
template <class Kind, class List>
inline constexpr bool is_listed = false;
template <class Kind, class... Kinds>
inline constexpr bool is_listed<Kind, target_list<Kinds...>> = (__is_same(Kind, Kinds) || ...);

}  // namespace detail
}}  // namespace trace2::v0

namespace trace2 { inline namespace v0 { namespace detail {

/// The part of `basic_tracer` that programs call before their session starts; what the environment
/// says of the target is then ignored. A session that began without any target ignores the
/// program's as well; with TRACE2_DST_DEBUG a warning says so.
template <bool Enabled, class Targets>
class attachment {
 public:
  /// Switches the target of a format on with a sink of the program's own, which must live as long
  /// as the process traces.
  template <class Format>
  static void attach([[maybe_unused]] sink& to,
                     [[maybe_unused]] format_settings settings = {}) noexcept {
    static_assert(is_listed<Format, Targets>,
                  "trace2: the tracer's list of targets does not name this format: attach with the "
                  "tracer of the session, whose target_list names it");
    static_assert(writes_lines<Format>,
                  "trace2: the flight recorder stores records: attach a recording_file, no sink");
    if constexpr (Enabled && writes_lines<Format>)
      target<Format>::state.open(
          to, {.format = settings, .variable = Format::name, .is_attached = true});
  }

  /// Switches the target `flight_recorder` on with a recording of the program's own.
  template <class Recorder>
  static void attach([[maybe_unused]] recording_file& to) noexcept {
    static_assert(is_listed<Recorder, Targets>,
                  "trace2: the tracer's list of targets does not name the flight recorder: attach "
                  "with the tracer of the session, whose target_list names it");
    static_assert(!writes_lines<Recorder>,
                  "trace2: a format writes lines: attach a sink, no recording_file");
    if constexpr (Enabled && !writes_lines<Recorder>)
      target<Recorder>::state.open(to, {.variable = target<Recorder>::name, .is_attached = true});
  }
};

}}}  // namespace trace2::v0::detail
