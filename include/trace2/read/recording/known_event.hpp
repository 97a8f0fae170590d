// Whether a schema of a recording describes an event as the library does.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/value/reflect.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Whether the recording describes the event as this program does.
template <event_type Event>
bool is_described_by(schema const& found) {
  constexpr std::uint32_t wordings = detail::any_wording_flag;
  if (found.name != Event::event_name ||
      (found.flags & ~wordings) != (trace2::detail::schema_flags<Event> & ~wordings) ||
      found.members.size() != member_count<Event>)
    return false;
  auto at = found.members.begin();
  bool is_same = true;
  for_each_member<Event>([&](auto member) {
    using type = std::remove_cvref_t<decltype(std::declval<Event>().*member.pointer)>;
    is_same =
        is_same && at->type == trace2::detail::member_type_of<type>() && at->name == member.name;
    ++at;
  });
  return is_same;
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

}}}}  // namespace trace2::v0::read::recording
