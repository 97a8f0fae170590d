// Names for units that mention targets without writing to them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

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
