// The targets that a tracer knows, as a compile-time list, and the one fold that visits them.
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/event.hpp>
#include <trace2/event/untyped_event.hpp>
#include <trace2/format.hpp>
#include <trace2/process/target.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 {

template <class... Kinds>
struct target_list {
  static_assert(((format_policy<Kinds> || !detail::writes_lines<Kinds>)&&...),
                "trace2: a target list takes formats and flight_recorder only");
};

template <class List>
class dispatcher;

template <class... Kinds>
class dispatcher<target_list<Kinds...>> {
 public:
  static constexpr std::size_t size = sizeof...(Kinds);

  /// True when the flight recorder is in the list.
  static constexpr bool records = (!detail::writes_lines<Kinds> || ...);

  /// True when a target of the list has something to write about the event at all.
  template <event_type Event>
  static constexpr bool wants = (target<Kinds>::template wants<Event> || ...);

  /// An event for the targets of the list.
  template <event_type Event>
  using without_type = detail::without_type<Event, (target<Kinds>::wordings | ... | 0u), records>;

  /// What each target writes events of a type with; null for those that don't want them.
  struct writers {
    detail::writer of_target[size + 1];
  };
  template <event_type Event>
  static constexpr writers writers_of{{target<Kinds>::template writer_of<Event>..., nullptr}};

  /// Offers the record to each target in turn; one body for all events. `scratch` is for lines.
  static void offer(detail::untyped_record const& record, writers const& with,
                    detail::buffer& scratch) noexcept {
    [[maybe_unused]] auto const* next = with.of_target;
    (target<Kinds>::accept(record, *next++, scratch), ...);
  }

  /// Calls `visit(target)` for each target, with an empty object of its type.
  template <class Visitor>
  static void for_each(Visitor&& visit) {
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
