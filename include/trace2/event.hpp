// An event: a described struct with a name. The library's own are in event/, a file for each group;
// a program's own is of equal standing, and nothing of the library has to know it, as that of
// examples/custom_event.cpp:
//
//     #include <trace2/event.hpp>
//     #include <trace2/trace2.hpp>
//
//     struct cache_lookup {
//       static constexpr std::string_view event_name = "cache_lookup";
//       static constexpr trace2::event_traits traits{.urgent = true};
//       std::string_view key;
//       bool hit{};
//       std::uint64_t bytes{};
//
//       // Without it NORMAL ignores the event. A member `perf` would be the wording for PERF.
//       void normal(auto& line) const {
//         line << "cache_lookup " << trace2::quoted{key} << (hit ? " hit" : " miss");
//       }
//     };
//     BOOST_DESCRIBE_STRUCT(cache_lookup, (), (key, hit, bytes))
//
//     TRACE2_EMIT(cache_lookup{.key = "logo.svg", .hit = true, .bytes = 1234});
//
// `traits` and the wordings may be left out. A misspelt option of `traits` and a wording of the
// wrong form do not compile (verb/program_events.hpp).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/event/wording.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// A described struct with `static constexpr std::string_view event_name` (not `name`: that is a
/// member on the wire of several events): not empty, in UTF-8, and without quotes, backslashes and
/// control characters, because EVENT writes the name as it is. Its members in the order of their
/// description are the members on the wire; a text member whose view is null (not: empty) is absent
/// from the wire.
///
/// Three wordings for people, each a public member function:
///   - `void normal(auto& line) const`         NORMAL's line; NORMAL ignores events without it;
///   - `void perf(auto& line) const`           PERF's payload, instead of `key:value key:value`;
///   - `void perf_category(auto& line) const`  PERF's column of categories, instead of `category`.
/// `line` takes what `text_line` takes.
///
/// Some members mean something to formats: `category` and `label`, `key` or `name` to filters,
/// `nesting` to EVENT's nesting limit (R-REG-02), `t_rel` to PERF's column of relative time.
template <class T>
concept event_type = described<T> && requires {
  { T::event_name } -> std::convertible_to<std::string_view>;
};

/// Further properties of a type of events, as `static constexpr trace2::event_traits traits`.
struct event_traits {
  bool timed = true;                ///< PERF shows the absolute time
  bool dated_when_brief = false;    ///< brief EVENT lines keep the time of day
  bool machine_only = false;        ///< NORMAL and PERF have no such line
  bool has_hidden_members = false;  ///< a wording shows members that aren't described, so that
                                    ///< recordings must keep it
  bool urgent = false;              ///< buffered lines are written at once
  /// EVENT gets code for it alone, about a kilobyte, which halves the time of formatting. The code
  /// is in the unit that emits the event, which includes format/json.hpp or trace2.hpp.
  bool frequent = false;
};

class text_line;

/// The properties of a type of events: its `traits`, or those that an `event_traits` begins with.
template <class Event>
inline constexpr event_traits traits_of{};
/// Those that the type declares.
template <class Event>
requires requires {
  { Event::traits } -> std::same_as<event_traits const&>;
}
inline constexpr event_traits traits_of<Event> = Event::traits;

namespace detail {

template <class Event>
concept has_normal = requires(Event const& event, text_line& line) { event.normal(line); };
template <class Event>
concept has_perf = requires(Event const& event, text_line& line) { event.perf(line); };
template <class Event>
concept has_perf_category =
    requires(Event const& event, text_line& line) { event.perf_category(line); };

}  // namespace detail
}}  // namespace trace2::v0
