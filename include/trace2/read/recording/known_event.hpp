// Matches the schemas of a recording with the events that this program knows.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/event/task.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/recording/schema.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// True if the recording describes the event as this program does.
template <event_type Event>
bool is_described_by(schema const& found) {
  constexpr std::uint32_t wordings = detail::any_wording_flag;
  if (found.name != Event::event_name ||
      (found.flags & ~wordings) != (trace2::detail::schema_flags<Event> & ~wordings))
    return false;
  auto const& members = trace2::detail::members_in_order<Event>;
  return std::equal(found.members.begin(), found.members.end(), members.begin(), members.end(),
                    [](schema::member const& a, trace2::detail::schema_member const& b) {
                      return a.type == b.type && a.name == b.name;
                    });
}

/// Finds the event in `builtin_events` that a schema describes.
inline void recognise(schema& found) {
  constexpr std::size_t count = boost::mp11::mp_size<builtin_events>::value;
  found.listed = find_event<builtin_events>(found.name);
  if (found.listed < count)
    found.is_as_listed = boost::mp11::mp_with_index<count>(found.listed, [&found](auto index) {
      return is_described_by<boost::mp11::mp_at<builtin_events, decltype(index)>>(found);
    });
}

/// True if events of the schema are about a task, with whose number they begin.
inline bool is_about_task(schema const& of) noexcept {
  return kind_of<event::task_begin> <= of.listed && of.listed <= kind_of<event::task_region_leave>;
}

}}}}  // namespace trace2::v0::read::recording
