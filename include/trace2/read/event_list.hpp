// The list of event types that a reader decodes. The writer has no such list. A program appends its
// own events to a list of its own.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/library.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/event/task.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/read/other_event.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// All events of Git, up to version 4 of the EVENT format, and those of tasks. With a program's own
/// events:
///
///     using my_events = boost::mp11::mp_push_back<trace2::read::builtin_events, my_event>;
///     trace2::read::basic_decoder<my_events> decoder;
using builtin_events = boost::mp11::mp_rename<detail::library_events, boost::mp11::mp_list>;

/// An event as its index in this list.
using event_kind = std::size_t;
/// The index of an event of the library in `builtin_events`.
template <class Event>
inline constexpr event_kind kind_of = boost::mp11::mp_find<builtin_events, Event>::value;

/// An event of the list, or an `other_event`.
template <class Events>
using event_variant =
    boost::mp11::mp_rename<boost::mp11::mp_push_front<Events, other_event>, std::variant>;

/// A hash of some of the bytes, which differ in most names of events.
constexpr std::size_t hash_of_name(std::string_view name) noexcept {
  auto const byte = [name](std::size_t at) { return static_cast<unsigned char>(name[at]); };
  if (name.empty()) return 0;
  return name.size() + byte(0) * 5u + byte(name.size() / 2) * 3u + byte(name.size() - 1) * 7u;
}

/// The index in the list of the event with this name on the wire; the size of the list without one.
template <class Events>
std::size_t find_event(std::string_view name) noexcept {
  struct entry {
    std::string_view name{};
    std::size_t index = boost::mp11::mp_size<Events>::value;

    constexpr bool is_free() const noexcept { return index == entry{}.index; }
  };
  // Most places are free, so that a search ends soon.
  constexpr std::size_t places = std::bit_ceil(4 * (entry{}.index + 1));
  static constexpr auto by_name = [] {
    std::array<entry, places> entries{};
    boost::mp11::mp_for_each<boost::mp11::mp_iota<boost::mp11::mp_size<Events>>>([&](auto index) {
      std::string_view const added = boost::mp11::mp_at<Events, decltype(index)>::event_name;
      std::size_t at = hash_of_name(added) % places;
      while (!entries[at].is_free()) at = (at + 1) % places;
      entries[at] = {added, index};
    });
    return entries;
  }();
  // The spelling of headings in the documentation, and of Google's `repo` (R-DAT-04).
  if (name == "data-json") name = event::data_json::event_name;
  std::size_t at = hash_of_name(name) % places;
  while (!by_name[at].is_free() && by_name[at].name != name) at = (at + 1) % places;
  return by_name[at].index;
}

}}}  // namespace trace2::v0::read
