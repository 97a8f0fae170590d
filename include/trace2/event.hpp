// What an event is, and what formats ask about one. The events themselves are in event/, one struct
// each; the library has no list of them anywhere, and a program's own described struct is an event
// of equal standing.
#pragma once

#include <trace2/event/wording.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// A described struct with `static constexpr std::string_view event_name` (not `name`: that is a
/// member on the wire of several events). Its members in the order of their description are the
/// members on the wire; a text member whose view is null (not: empty) is absent from the wire.
///
/// A struct may further say:
///   - `void normal(auto& line) const`    its line in NORMAL; without it NORMAL ignores the event;
///   - `void perf(auto& line) const`      its payload in PERF, instead of `key:value key:value`;
///   - `void perf_category(auto&) const`  PERF's category column, instead of a member `category`;
///   - `static constexpr bool timed = false`               PERF leaves the column of absolute time
///   empty;
///   - `static constexpr bool dated_when_brief = true`     brief EVENT lines keep the time of day;
///   - `static constexpr bool machine_only = true`         NORMAL and PERF have no such line;
///   - `static constexpr bool has_hidden_members = true`   the wording shows members that aren't
///   described, so that recordings must keep it;
///   - `static constexpr bool urgent = true`               buffered lines are written at once;
///   - `static constexpr bool frequent = true`             formats get code of its own for it, some
///   KB that save a tenth of the time, instead of what writes all other events.
/// A member `nesting` makes the event subject to EVENT's nesting limit (R-REG-02), a member `t_rel`
/// fills PERF's column of relative time.
template <class T>
concept event_type = described<T> && requires {
  { T::event_name } -> std::convertible_to<std::string_view>;
};

namespace event {

/// Found for the events of this namespace alone: the library's own, which its readers know.
void is_of_library(void const*) noexcept;

}  // namespace event

namespace detail {

template <class Event>
inline constexpr bool is_timed = true;
template <class Event>
requires requires { Event::timed; }
inline constexpr bool is_timed<Event> = Event::timed;

template <class Event>
inline constexpr bool is_dated_when_brief = false;
template <class Event>
requires requires { Event::dated_when_brief; }
inline constexpr bool is_dated_when_brief<Event> = Event::dated_when_brief;

template <class Event>
inline constexpr bool is_machine_only = false;
template <class Event>
requires requires { Event::machine_only; }
inline constexpr bool is_machine_only<Event> = Event::machine_only;

template <class Event>
inline constexpr bool is_urgent = false;
template <class Event>
requires requires { Event::urgent; }
inline constexpr bool is_urgent<Event> = Event::urgent;

template <class Event>
inline constexpr bool is_frequent = false;
template <class Event>
requires requires { Event::frequent; }
inline constexpr bool is_frequent<Event> = Event::frequent;

/// Stands in for a format's line where only the existence of a wording is asked for.
struct any_line {
  any_line& operator<<(auto const&) noexcept;
};

template <class Event>
concept has_normal = requires(Event const& event, any_line& line) { event.normal(line); };
template <class Event>
concept has_perf = requires(Event const& event, any_line& line) { event.perf(line); };
template <class Event>
concept has_perf_category =
    requires(Event const& event, any_line& line) { event.perf_category(line); };
template <class Event>
concept has_category = requires(Event const& event) {
  { event.category } -> std::convertible_to<std::string_view>;
};
/// What a filter compares besides the category.
template <class Event>
constexpr std::string_view label_of(Event const& event) noexcept {
  if constexpr (requires { std::string_view{event.label}; })
    return event.label;
  else if constexpr (requires { std::string_view{event.key}; })
    return event.key;
  else if constexpr (requires { std::string_view{event.name}; })
    return event.name;
  else
    return {};
}

template <class Event>
concept has_nesting = requires(Event const& event) {
  { event.nesting } -> std::convertible_to<int>;
};
template <class Event>
concept has_t_rel = requires(Event const& event) { duration{event.t_rel}; };

}  // namespace detail
}}  // namespace trace2::v0
