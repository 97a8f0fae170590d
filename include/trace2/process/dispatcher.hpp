// The targets that a tracer knows, as a compile-time list, and the one fold that visits them.
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/event.hpp>
#include <trace2/event/any_event.hpp>
#include <trace2/event/record.hpp>
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

  /// True for events that all targets of the list take without their types, as `typeless`.
  template <event_type Event>
  static constexpr bool takes_typeless =
      !detail::is_frequent<Event> && (target<Kinds>::takes_any && ...);

  template <event_type Event>
  using typeless = detail::typeless<Event, (target<Kinds>::wordings | ... | 0u), records>;

  /// Offers the record to each target in turn. `line` is scratch.
  template <event_type Event>
  [[gnu::always_inline]] static void offer(record<Event> const& record,
                                           detail::buffer& line) noexcept {
    (target<Kinds>::accept(record, line), ...);
  }
  static void offer(detail::any_record const& record, detail::buffer& line) noexcept {
    (target<Kinds>::accept(record, line), ...);
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
