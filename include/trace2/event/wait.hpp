// Regions in which the program only waits: for work, for a lock, for a child. They are the events
// of regions with one member more, so that readers who don't know it see regions.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/task.hpp>
#include <trace2/value/detail/describe.hpp>

#include <concepts>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace event {

namespace detail {

/// In front of what PERF shows of a region that waits. Nothing else begins like this there.
inline constexpr std::string_view waits_mark = "waits ";

}  // namespace detail

/// The event of a region, of a thread or of a task.
template <class T>
concept region_event = std::same_as<T, region_enter> || std::same_as<T, region_leave> ||
                       std::same_as<T, task_region_enter> || std::same_as<T, task_region_leave>;

/// That event of a region in which the thread, or the task, only waits.
template <region_event Region>
struct waiting : Region {
  static constexpr event_traits traits{};
  bool waits = true;  ///< always; tells the event from that of a region that works
  void perf(auto& line) const {
    if constexpr (requires { this->task; }) line << "[t" << this->task << "] ";
    line << detail::waits_mark;
    detail::label_and_message(line, this->label, this->msg);
  }
};
TRACE2_DETAIL_DESCRIBE_DERIVED(template <region_event Region>, waiting<Region>, Region, waits)

/// A region of a thread begins in which it only waits.
using wait_enter = waiting<region_enter>;
/// A region of a thread ends in which it only waited.
using wait_leave = waiting<region_leave>;
/// A region of a task begins in which it only waits.
using task_wait_enter = waiting<task_region_enter>;
/// A region of a task ends in which it only waited.
using task_wait_leave = waiting<task_region_leave>;

}}}  // namespace trace2::v0::event
