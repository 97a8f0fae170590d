// Short records as the events that they stand for.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/task.hpp>
#include <trace2/event/wait.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>

#include <bit>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Absent for a record without a site.
inline std::string_view category_of(stored_event const& from) noexcept {
  site const* const where = from.where;
  return where == nullptr ? std::string_view{} : where->view(where->category, where->has_category);
}
inline std::string_view label_of(stored_event const& from) noexcept {
  site const* const where = from.where;
  return where == nullptr ? std::string_view{} : where->view(where->label, where->has_label);
}

/// Calls `use(event)` for a record of a region, of the thread or of the task that it runs. A region
/// that only waits becomes an event with the member `waits` if that shall be shown.
template <bool ShowsWaits>
void visit_short_region(stored_event const& from, auto&& use) {
  auto const fill = [&from](auto event) {
    if constexpr (requires { event.task; }) event.task = from.task;
    if constexpr (requires { event.t_rel; }) event.t_rel = duration::microseconds(from.t_rel());
    event.nesting = from.open_regions;
    event.category = category_of(from);
    event.label = label_of(from);
    return event;
  };
  bool const is_of_task = from.task != 0;
  bool const is_enter = from.is_enter();
  if constexpr (ShowsWaits)
    if (from.is_wait()) {
      if (is_of_task)
        return is_enter ? use(fill(event::task_wait_enter{})) : use(fill(event::task_wait_leave{}));
      return is_enter ? use(fill(event::wait_enter{})) : use(fill(event::wait_leave{}));
    }
  if (is_of_task)
    return is_enter ? use(fill(event::task_region_enter{})) : use(fill(event::task_region_leave{}));
  return is_enter ? use(fill(event::region_enter{})) : use(fill(event::region_leave{}));
}

/// The same for a record of a task.
void visit_short_task(stored_event const& from, auto&& use) {
  switch (from.kind) {
    case layout::kind::task_begin:
      return use(event::task_begin{.task = from.value,
                                   .parent = from.task,
                                   .category = category_of(from),
                                   .label = label_of(from)});
    case layout::kind::task_end:
      return use(event::task_end{.task = from.value,
                                 .t_rel = duration::microseconds(from.t_rel()),
                                 .t_run = duration::microseconds(from.t_run),
                                 .category = category_of(from),
                                 .label = label_of(from)});
    case layout::kind::task_run:
      return use(event::task_run{.task = from.value});
    default:
      return use(event::task_pause{.task = from.value});
  }
}

/// The same for a record of a value. Absent texts become empty.
void visit_short_data(stored_event const& from, data_value value, auto&& use) {
  std::string_view const category = category_of(from);
  std::string_view const key = label_of(from);
  use(event::data{.t_abs = duration::microseconds(from.t_abs()),
                  .t_rel = duration::microseconds(from.t_rel()),
                  .nesting = from.open_regions,
                  .category = category.data() == nullptr ? std::string_view{""} : category,
                  .key = key.data() == nullptr ? std::string_view{""} : key,
                  .value = value});
}

/// The same for any short record.
template <bool ShowsWaits>
void visit_short(stored_event const& from, auto&& use) {
  if (from.is_about_task()) return visit_short_task(from, use);
  switch (from.kind) {
    case layout::kind::data_signed:
      return visit_short_data(from, static_cast<std::int64_t>(from.value), use);
    case layout::kind::data_unsigned:
      return visit_short_data(from, from.value, use);
    case layout::kind::data_floating:
      return visit_short_data(from, std::bit_cast<double>(from.value), use);
    default:
      return visit_short_region<ShowsWaits>(from, use);
  }
}

}}}}  // namespace trace2::v0::read::recording
