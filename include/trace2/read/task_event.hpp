// The events of tasks in one form.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/task.hpp>
#include <trace2/read/json_scanner.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace read {

template <class Events>
struct basic_occurrence;

/// The kind of event of the task.
enum class task_verb : unsigned char {
  begin,
  run,    ///< the event's thread runs the task from now on
  pause,  ///< the event's thread no longer runs it
  end,
  link,
  region_enter,
  region_leave
};

/// The relation of a task to another one.
enum class task_link_kind : unsigned char {
  waits_for,  ///< the task waits for the other one
  caused_by,  ///< the task exists because of the other one
  other       ///< unknown here
};

/// How an event contradicts earlier events of tasks; nothing else is wrong with such an event.
enum class task_fault : unsigned char {
  not_begun,    ///< no event has told the task's beginning
  begun_twice,  ///< the first of the two tasks ends there
  runs_twice,   ///< another thread ran the task, and no longer counts as running it
  not_running   ///< the thread that no longer runs the task has not run it
};
inline constexpr std::size_t task_fault_count = 4;

/// An event of a task. Nesting and times are in the occurrence that it comes from, whose lifetime
/// it has.
struct task_event {
  task_verb verb{};             ///< what happened
  std::uint64_t task{};         ///< unique in its process, from 1 on
  std::uint64_t parent{};       ///< number of the parent, when a task begins; 0: none
  std::uint64_t other{};        ///< number of the other task of a link
  task_link_kind kind{};        ///< what a link says
  std::string_view category{};  ///< of the task or region; null: absent
  std::string_view label{};     ///< of the task or region; null: absent
  std::string_view msg{};       ///< the message; null: none
};

/// An event that names the task that it belongs to.
template <class Event>
concept event_of_task = requires(Event const& event) { event.task; };

/// The event of a task in that form.
template <event_of_task Event>
task_event task_event_of(Event const& event) noexcept {
  constexpr bool is_region = requires { event.nesting; };
  task_event result{.task = event.task};
  if constexpr (requires { event.parent; }) {
    result.verb = task_verb::begin;
    result.parent = event.parent;
  } else if constexpr (std::is_same_v<Event, event::task_run>) {
    result.verb = task_verb::run;
  } else if constexpr (std::is_same_v<Event, event::task_pause>) {
    result.verb = task_verb::pause;
  } else if constexpr (requires { event.other; }) {
    result.verb = task_verb::link;
    result.other = event.other;
    result.kind = event.kind == "waits_for"   ? task_link_kind::waits_for
                : event.kind == "caused_by" ? task_link_kind::caused_by
                                            : task_link_kind::other;
  } else if constexpr (is_region) {
    constexpr bool is_end = requires { event.t_rel; };
    result.verb = is_end ? task_verb::region_leave : task_verb::region_enter;
  } else {
    result.verb = task_verb::end;
  }
  if constexpr (requires { event.label; }) {
    result.category = event.category;
    result.label = event.label;
  }
  if constexpr (requires { event.msg; }) result.msg = event.msg;
  return result;
}

/// True if the region that an event begins only waits.
template <class Events>
bool only_waits(basic_occurrence<Events> const& what) {
  if (!what.others.may_have("waits")) return false;
  for (json_member const& member : what.others)
    if (member.name == "waits") return member.value.text == "true";
  return false;
}

}}}  // namespace trace2::v0::read
