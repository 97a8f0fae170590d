// A list of targets, seen by units that emit events of their own and leave the code of the
// library's formats to the unit with the session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/format.hpp>
#include <trace2/format/detail/outline.hpp>
#include <trace2/process/offered_event.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 {

namespace detail {

/// As the outline of a format.
struct recorder_outline {
  static constexpr std::string_view name = "binary";
  template <event_type Event>
  static constexpr bool wants = true;
  template <event_type Event>
  static constexpr bool has_own_code = false;
};

/// All of a kind of targets but the code that the session's unit has: a format of the program's own
/// itself, and the outline of the library's.
template <class Kind>
struct outline_of {
  using type = Kind;
};
template <>
struct outline_of<format::normal> {
  using type = normal_outline;
};
template <>
struct outline_of<format::perf> {
  using type = perf_outline;
};
template <>
struct outline_of<format::json> {
  using type = json_outline;
};
template <>
struct outline_of<flight_recorder> {
  using type = recorder_outline;
};
template <class Kind>
using outline = typename outline_of<Kind>::type;

template <class Kind>
inline constexpr bool is_of_library = !std::is_same_v<outline<Kind>, Kind>;

}  // namespace detail

template <class... Kinds>
struct target_list {
  static constexpr bool are_targets =
      ((detail::is_of_library<Kinds> || detail::named_and_choosing<Kinds>)&&...);
  static_assert(are_targets,
                "trace2: a target list takes formats and flight_recorder only; a format has a name "
                "and template <trace2::event_type Event> static constexpr bool wants");
  static_assert(!are_targets || ((detail::is_of_library<Kinds> || format_policy<Kinds>)&&...),
                "trace2: a format of this list has no write for an event that it wants: static "
                "void write(buffer&, format_settings const&, record<Event> const&) noexcept");
};

namespace detail {

/// The writer by which a unit offers an event to a target; null if the session's unit has one.
template <class Kind, event_type Event>
constexpr writer offered_writer() noexcept {
  if constexpr (!is_of_library<Kind>) {
    return writer_of<Kind, Event>();
  } else if constexpr (outline<Kind>::template has_own_code<Event>) {
    constexpr bool is_included = requires { sizeof(Kind); };
    static_assert(is_included,
                  "trace2: EVENT has code of its own for frequent events; a unit that emits them "
                  "includes <trace2/format/json.hpp>");
    if constexpr (is_included) return writer_of<Kind, Event>();
  }
  return nullptr;
}

template <class List>
struct offer_of;

/// How a unit offers an event of its own to the targets of a list.
template <class... Kinds>
struct offer_of<target_list<Kinds...>> {
  static_assert(sizeof(target_list<Kinds...>) != 0);  // has its mistakes told first

  /// True when a target of the list has something to write about the event at all.
  template <event_type Event>
  static constexpr bool is_wanted = (outline<Kinds>::template wants<Event> || ...);

  static constexpr std::uint32_t wordings = (wordings_for<outline<Kinds>> | ... | 0u);
  static constexpr bool is_recorded = (!writes_lines<Kinds> || ...);
  template <event_type Event>
  using without_type = detail::without_type<Event, wordings, is_recorded>;

  template <event_type Event>
  static constexpr offered_event::entry entries_of[sizeof...(Kinds) + 1] = {
      {outline<Kinds>::name, offered_writer<Kinds, Event>()}..., {}};
};

}  // namespace detail
}}  // namespace trace2::v0
