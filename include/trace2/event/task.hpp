// Events of tasks: work with an identity of its own, which threads take turns to run. NORMAL
// ignores them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/region.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace event {

/// A task begins. No thread runs it yet.
struct task_begin {
  static constexpr std::string_view event_name = "task_begin";
  std::uint64_t task{};         ///< its number, from 1 up, unique in the process
  std::uint64_t parent{};       ///< the task that it is a part of; 0: none
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view label{};     ///< what the work is; null: absent
  std::string_view msg{};       ///< the message; null: none
  void perf(auto& line) const {
    line << "[t" << task << ']';
    if (parent != 0) line << " parent:" << parent;
    if (label.data() != nullptr || msg.data() != nullptr) line << ' ';
    detail::label_and_message(line, label, msg);
  }
};
TRACE2_DETAIL_DESCRIBE(task_begin, task, parent, category, label, msg)

/// The thread runs the task from now on: what the thread does belongs to the task.
struct task_run {
  static constexpr std::string_view event_name = "task_run";
  std::uint64_t task{};  ///< number of the task
  void perf(auto& line) const { line << "[t" << task << ']'; }
};
TRACE2_DETAIL_DESCRIBE(task_run, task)

/// The thread runs the task no longer. A thread that begins to run another task meanwhile pauses
/// the first one before, and runs it again afterwards.
struct task_pause {
  static constexpr std::string_view event_name = "task_pause";
  std::uint64_t task{};  ///< number of the task
  void perf(auto& line) const { line << "[t" << task << ']'; }
};
TRACE2_DETAIL_DESCRIBE(task_pause, task)

/// A task ends. No thread runs it.
struct task_end {
  static constexpr std::string_view event_name = "task_end";
  std::uint64_t task{};         ///< number of the task
  duration t_rel{};             ///< since task_begin
  duration t_run{};             ///< of which threads ran it
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view label{};     ///< what the work is; null: absent
  void perf(auto& line) const {
    line << "[t" << task << "] run:" << t_run;
    if (label.data() != nullptr) line << " label:" << label;
  }
};
TRACE2_DETAIL_DESCRIBE(task_end, task, t_rel, t_run, category, label)

/// The relation of one task to another.
struct task_link {
  static constexpr std::string_view event_name = "task_link";
  std::uint64_t task{};     ///< number of the task
  std::uint64_t other{};    ///< number of the other task
  std::string_view kind{};  ///< "waits_for" the other, or "caused_by" it
  void perf(auto& line) const { line << "[t" << task << "] " << kind << ':' << other; }
};
TRACE2_DETAIL_DESCRIBE(task_link, task, other, kind)

/// A region of the task begins that the thread runs. Readers of region_enter and region_leave
/// demand that regions nest within a thread; those of a task nest within the task.
struct task_region_enter {
  static constexpr std::string_view event_name = "task_region_enter";
  std::uint64_t task{};         ///< number of the task
  int nesting{};                ///< open regions of the task, which counts as one itself
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view label{};     ///< what the work is; null: absent
  std::string_view msg{};       ///< the message; null: none
  void perf(auto& line) const {
    line << "[t" << task << "] ";
    detail::label_and_message(line, label, msg);
  }
};
TRACE2_DETAIL_DESCRIBE(task_region_enter, task, nesting, category, label, msg)

/// A region of the task ends, perhaps on another thread than it began on.
struct task_region_leave {
  static constexpr std::string_view event_name = "task_region_leave";
  std::uint64_t task{};         ///< number of the task
  duration t_rel{};             ///< since the innermost open region of the task was entered
  int nesting{};                ///< the level, as in its task_region_enter
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view label{};     ///< what the work is; null: absent
  std::string_view msg{};       ///< the message; null: none
  void perf(auto& line) const {
    line << "[t" << task << "] ";
    detail::label_and_message(line, label, msg);
  }
};
TRACE2_DETAIL_DESCRIBE(task_region_leave, task, t_rel, nesting, category, label, msg)

}}}  // namespace trace2::v0::event
