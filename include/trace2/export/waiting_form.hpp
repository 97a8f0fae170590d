// The form of an event that says of its region: it only waits. A reader has the event of any region
// and the mark beside it, among the members that the event lacks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/region.hpp>
#include <trace2/event/task.hpp>
#include <trace2/event/wait.hpp>

namespace trace2 { inline namespace v0 { namespace exporter {

inline event::wait_enter waiting_form(event::region_enter const& of) noexcept {
  return {.nesting = of.nesting, .category = of.category, .label = of.label, .msg = of.msg};
}
inline event::wait_leave waiting_form(event::region_leave const& of) noexcept {
  return {.t_rel = of.t_rel,
          .nesting = of.nesting,
          .category = of.category,
          .label = of.label,
          .msg = of.msg};
}
inline event::task_wait_enter waiting_form(event::task_region_enter const& of) noexcept {
  return {.task = of.task,
          .nesting = of.nesting,
          .category = of.category,
          .label = of.label,
          .msg = of.msg};
}
inline event::task_wait_leave waiting_form(event::task_region_leave const& of) noexcept {
  return {.task = of.task,
          .t_rel = of.t_rel,
          .nesting = of.nesting,
          .category = of.category,
          .label = of.label,
          .msg = of.msg};
}

template <class Event>
concept has_waiting_form = requires(Event const& event) { exporter::waiting_form(event); };

}}}  // namespace trace2::v0::exporter
