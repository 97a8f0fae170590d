// The time of an event: the time in its line, or the best guess for a brief line.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/time_text.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The beginning of a process by its component of the session id (R-SID-01); the epoch if the
/// component has no time.
inline moment begin_of(std::string_view component) {
  constexpr std::string_view whole_seconds = "20000131T123456Z";
  std::size_t const size = component.find('Z') + 1;
  if (size < whole_seconds.size()) return {};
  std::string time{component.substr(0, size)};
  for (std::size_t const colon : {13u, 11u}) time.insert(colon, 1, ':');
  for (std::size_t const dash : {6u, 4u}) time.insert(dash, 1, '-');
  return moment_at(parse_time(time).value_or(0));
}

/// A line with both `time` and `t_abs` ties the clock of the process to the wall clock. The process
/// has begun with its clock, unless the trace begins late.
inline void tie_clocks(traced_process& process, moment wall, nanoseconds elapsed) noexcept {
  process.origin = process.clock.tie(process.origin, wall, elapsed);
  if (!process.begins_late) process.begin = std::min(process.begin, process.origin);
  process.awaits_origin = false;
}
/// Brief lines have both only at the end of the process: until then, the `t_abs` of `start` counts
/// as told at the latest known time, which is a few microseconds too early. Later lines may come
/// any time after that, so that they count only while nothing has told the beginning.
inline void tie_clocks(traced_process& process, occurrence const& what) noexcept {
  if (!what.t_abs) return;
  nanoseconds const elapsed = what.t_abs->in_nanoseconds();
  bool const is_start = what.get<event::start>() != nullptr;
  if (is_start) {
    // A beginning that isn't late comes within milliseconds.
    constexpr nanoseconds late{1'000'000'000};
    process.begins_late = elapsed >= late;
  }
  if (what.wall) return tie_clocks(process, *what.wall, elapsed);
  if (process.awaits_origin && (is_start || !process.clock.is_tied()))
    process.origin = process.last - elapsed;
  process.awaits_origin = false;
}

/// The time of a line; that of the latest line before if it tells none.
inline moment time_of(traced_process const& process, occurrence const& what) noexcept {
  if (what.wall) return process.clock.moment_of(*what.wall);
  bool const is_dated = what.t_abs && !process.awaits_origin;
  return is_dated ? process.origin + what.t_abs->in_nanoseconds() : process.last;
}

/// The beginning of the region, child or thread that this event ends `t_rel` later; nothing if
/// unknown.
inline std::optional<moment> begin_of_what_ends(traced_process const& process,
                                                traced_thread const& thread,
                                                occurrence const& what) noexcept {
  if (what.get<event::thread_exit>() != nullptr) return thread.begin;
  // Regions that overlap are told apart by their labels.
  if (what.get<event::region_leave>() != nullptr && thread.displaced.empty())
    for (auto region = thread.regions.rbegin(); region != thread.regions.rend(); ++region)
      if (region->level <= what.nesting.value_or(region->level)) return region->begin;
  if (auto const* const ended = what.get<event::child_exit>())
    if (open_child const* const child = process.children.find(ended->child_id); child != nullptr)
      return child->begin;
  return {};
}

/// The end of an item that took `length` from `begin` on, and whose line tells the time `at`.
///
/// An end comes the measured duration after its beginning, unless the time of day contradicts. The
/// time of day may contradict because Git may wait before it writes a beginning, and because an end
/// later than its own line would delay all further events.
inline moment end_of_measured(moment begin, nanoseconds length, moment at) noexcept {
  constexpr nanoseconds most_before{10'000'000};
  constexpr nanoseconds most_behind{1'000'000};
  moment const end = begin + length;
  return end <= std::max(at, begin) + most_behind && end >= at - most_before ? end : at;
}

/// True if a time that a program has measured contradicts the times of its lines: by more than 1 %,
/// and by more than a program is held up between reading two clocks.
inline bool is_contradicted(nanoseconds measured, nanoseconds by_lines) noexcept {
  constexpr nanoseconds most_held_up{50'000'000};
  nanoseconds const difference = abs(measured - by_lines);
  return difference > most_held_up && difference > std::max(measured, by_lines) / 100;
}

/// Advances process and thread to a time. That of a thread never goes back: neither a clock that is
/// set nor lines out of order swap a beginning and an end.
inline void advance_to(traced_process& process, traced_thread& thread, moment at) noexcept {
  thread.before = thread.last;
  thread.last = std::max(thread.last, at);
  process.last = std::max(process.last, at);
}

/// Advances process and thread to the time of a line, and returns it.
inline moment advance(traced_process& process, traced_thread& thread,
                      occurrence const& what) noexcept {
  bool const is_tied = what.t_abs.has_value();
  if (is_tied) tie_clocks(process, what);
  moment at =
      what.wall && !is_tied ? process.clock.hold(*what.wall, thread.last) : time_of(process, what);
  if (what.t_rel)
    if (auto const begin = begin_of_what_ends(process, thread, what)) {
      nanoseconds const length = what.t_rel->in_nanoseconds();
      moment const end = bounded_moment(*begin + length);
      // Without dates, ends add up: bounded, or else they overflow.
      if (!what.wall && !is_tied)
        at = std::max(at, end);
      else if (abs(at - end) > wall_clock::least_step && what.wall && !is_tied &&
               process.clock.suspect(*what.wall, end, length))
        at = end;
      else
        at = end_of_measured(*begin, length, at);
    }
  advance_to(process, thread, at);
  return thread.last;
}

}}}  // namespace trace2::v0::read
