// The targets that a tracer knows, as a compile-time list, and the one fold that visits them.
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/format.hpp>
#include <trace2/process/target.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 {

template <class... Formats>
struct target_list {
  static_assert((format_policy<Formats> && ...), "trace2: a target list takes formats only");
};

template <class List>
class dispatcher;

template <class... Formats>
class dispatcher<target_list<Formats...>> {
 public:
  static constexpr std::size_t size = sizeof...(Formats);

  /// Offers the record to each target in turn. `line` is scratch.
  template <event_type Event>
  [[gnu::always_inline]] static void publish(record<Event> const& record,
                                             detail::buffer& line) noexcept {
    (target<Formats>::write(record, line), ...);
  }
  static void publish(detail::any_record const& record, detail::buffer& line) noexcept {
    (target<Formats>::write(record, line), ...);
  }

  /// True for events that all formats of the list write without their types, as `typeless`.
  template <event_type Event>
  static constexpr bool takes_typeless =
      !detail::is_frequent<Event> && (detail::takes_any_event<Formats> && ...);

  template <event_type Event>
  using typeless = detail::typeless<Event, (detail::wordings_for<Formats> | ... | 0u),
                                    (detail::is_recording<Formats> || ...)>;

  /// Calls `visit(state, format)` for each target, where `format` is an object of the format's
  /// type.
  template <class Visitor>
  static void for_each(Visitor&& visit) {
    (visit(target<Formats>::state, Formats{}), ...);
  }

  /// True when a format of the list is that of recordings.
  static constexpr bool records = (detail::is_recording<Formats> || ...);

  /// True when the recorder is the only target of the list that is on, and takes every event.
  static bool only_records() noexcept {
    bool takes_all = false;
    bool is_shared = false;
    for_each([&](detail::target_state const& state, auto format) {
      if (state.destination() == nullptr) return;
      bool& is_so = detail::is_recording<decltype(format)> && state.settings().filter.is_empty()
                        ? takes_all
                        : is_shared;
      is_so = true;
    });
    return takes_all && !is_shared;
  }

  /// True when a format of the list has something to say about the event at all.
  template <event_type Event>
  static constexpr bool wants = (Formats::template wants<Event> || ...);
};

}}  // namespace trace2::v0
