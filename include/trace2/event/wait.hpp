// Regions in which the program only waits: for work, for a lock, for a child. They are the events
// of regions with one member more, so that readers who don't know it see regions.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/task.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace event {

namespace detail {

/// In front of what PERF shows of a region that waits. Nothing else begins like this there.
inline constexpr std::string_view waits_mark = "waits ";

}  // namespace detail

/// A region begins in which the thread only waits.
struct wait_enter {
  static constexpr std::string_view event_name = region_enter::event_name;
  int nesting{};  ///< open regions of the thread, this one included
  std::string_view category{};
  std::string_view label{};
  std::string_view msg{};
  bool waits = true;
  void perf(auto& line) const {
    line << detail::waits_mark;
    detail::label_and_message(line, label, msg);
  }
};
TRACE2_DETAIL_DESCRIBE(wait_enter, nesting, category, label, msg, waits)

/// It ends.
struct wait_leave {
  static constexpr std::string_view event_name = region_leave::event_name;
  duration t_rel{};  ///< since the innermost open region was entered
  int nesting{};
  std::string_view category{};
  std::string_view label{};
  std::string_view msg{};
  bool waits = true;
  void perf(auto& line) const {
    line << detail::waits_mark;
    detail::label_and_message(line, label, msg);
  }
};
TRACE2_DETAIL_DESCRIBE(wait_leave, t_rel, nesting, category, label, msg, waits)

/// A region of a task begins in which the task only waits.
struct task_wait_enter {
  static constexpr std::string_view event_name = task_region_enter::event_name;
  std::uint64_t task{};
  int nesting{};  ///< open regions of the task, which counts as one itself
  std::string_view category{};
  std::string_view label{};
  std::string_view msg{};
  bool waits = true;
  void perf(auto& line) const {
    line << "[t" << task << "] " << detail::waits_mark;
    detail::label_and_message(line, label, msg);
  }
};
TRACE2_DETAIL_DESCRIBE(task_wait_enter, task, nesting, category, label, msg, waits)

/// It ends.
struct task_wait_leave {
  static constexpr std::string_view event_name = task_region_leave::event_name;
  std::uint64_t task{};
  duration t_rel{};  ///< since the innermost open region of the task was entered
  int nesting{};
  std::string_view category{};
  std::string_view label{};
  std::string_view msg{};
  bool waits = true;
  void perf(auto& line) const {
    line << "[t" << task << "] " << detail::waits_mark;
    detail::label_and_message(line, label, msg);
  }
};
TRACE2_DETAIL_DESCRIBE(task_wait_leave, task, t_rel, nesting, category, label, msg, waits)

}}}  // namespace trace2::v0::event
