// The targets that a tracer knows, as a compile-time list, and the one fold that visits them.
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/event.hpp>
#include <trace2/format.hpp>
#include <trace2/record.hpp>
#include <trace2/target.hpp>

#include <cstddef>

namespace trace2::inline v0 {

/// The formats a tracer can write, one target each, in the order in which an event visits them
/// (R-API-36). A format that isn't listed leaves no code.
template <format_policy... Formats>
struct target_list {};

template <class List>
class dispatcher;

template <class... Formats>
class dispatcher<target_list<Formats...>> {
 public:
  static constexpr std::size_t size = sizeof...(Formats);

  /// Offers the record to each target in turn. `line` is scratch.
  template <event_type Event>
  static void publish(record<Event> const& record, detail::buffer& line) noexcept {
    (target<Formats>::write(record, line), ...);
  }

  /// Calls `visit(state, format)` for each target, where `format` is an object of the format's
  /// type.
  template <class Visitor>
  static void for_each(Visitor&& visit) {
    (visit(target<Formats>::state, Formats{}), ...);
  }

  /// True when a format of the list has something to say about the event at all.
  template <event_type Event>
  static constexpr bool wants = (Formats::template wants<Event> || ...);
};

}  // namespace trace2::inline v0
