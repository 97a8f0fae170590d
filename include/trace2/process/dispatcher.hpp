// The targets that a tracer knows, as a compile-time list, and the one fold that visits them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/format.hpp>
#include <trace2/process/offered_event.hpp>
#include <trace2/process/target.hpp>
#include <trace2/process/target_list.hpp>
#include <trace2/process/threads/line_patterns.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 {

template <class List>
class dispatcher;

template <class... Kinds>
class dispatcher<target_list<Kinds...>> {
 public:
  static_assert(sizeof(target_list<Kinds...>) != 0);  // has its mistakes told first
  static_assert(((detail::writes_lines<Kinds> || requires { sizeof(target<Kinds>); }) && ...),
                "trace2: a unit with a session whose targets name flight_recorder includes "
                "<trace2/flight_recorder.hpp> or <trace2/trace2.hpp>");
  static constexpr std::size_t size = sizeof...(Kinds);

  using offer_of = detail::offer_of<target_list<Kinds...>>;

  /// True when the flight recorder is in the list.
  static constexpr bool records = offer_of::is_recorded;

  /// An event for the targets of the list.
  template <event_type Event>
  using without_type = typename offer_of::template without_type<Event>;

  /// The writers of a type of events, one for each target; null for targets that don't want it.
  struct writers {
    detail::writer of_target[size == 0 ? 1 : size];
  };
  template <event_type Event>
  static constexpr writers writers_of{{target<Kinds>::template writer_of<Event>...}};

  /// A type of the library's events, for functions that are the same for all of them.
  struct kind {
    detail::event_schema const& schema;
    std::string_view name;
    writers with;
  };
  template <event_type Event>
  static constexpr kind kind_of{
      detail::schema_of<Event, offer_of::wordings, offer_of::is_recorded>, Event::event_name,
      writers_of<Event>};

  /// Offers a record or a site event to each target in turn; one body for all events. `scratch` is
  /// for lines.
  template <class Event = detail::untyped_record>
  [[gnu::always_inline]] static void offer(Event const& event, writers const& with,
                                           buffer& scratch) noexcept {
    [[maybe_unused]] auto const* next = with.of_target;
    (target<Kinds>::accept(event, *next++, scratch), ...);
  }

  /// Offers an event of the program's own to the targets that are in both lists.
  static void offer(detail::untyped_record const& record, detail::offered_event const& offered,
                    buffer& scratch) noexcept {
    for_each([&]<class Target>(Target each) {
      if (each.state.destination() == nullptr) return;
      auto const* const found = offered.find(each.name);
      if (found == nullptr) return;
      bool const has_own = found->write != nullptr;
      each.accept(record, has_own ? found->write : Target::writer_without_type(record.event),
                  scratch);
    });
  }

  /// Calls `visit(target)` for each target, with an empty object of its type.
  // Inlined, because each visitor has one caller, which may be seldom called.
  template <class Visitor>
  [[gnu::always_inline]] static void for_each(Visitor&& visit) {
    (visit(target<Kinds>{}), ...);
  }

  /// Tells the flight recorder, if it is in the list, whether it is the only target that is on.
  static void tell_recorder() noexcept {
    if constexpr (records) {
      unsigned open = 0;
      for_each([&open](auto each) { open += each.state.destination() != nullptr; });
      for_each([open]<class Target>(Target) {
        if constexpr (!detail::writes_lines<typename Target::kind>) Target::listen_alone(open == 1);
      });
    }
  }
};

}}  // namespace trace2::v0
