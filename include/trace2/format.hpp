// A format: a stateless class that turns records into bytes. A format touches no sink and names no
// event; adding one is writing one class, such as that of examples/custom_format.cpp:
//
//     #define TRACE2_TRACER ::csv_tracer
//     #include <trace2/format.hpp>
//     #include <trace2/trace2.hpp>
//
//     struct csv {  // a row: thread, seconds since the start, event, and the values of its members
//       static constexpr std::string_view name = "csv";
//       template <trace2::event_type Event>
//       static constexpr bool wants = true;
//
//       template <trace2::event_type Event>
//       static void write(trace2::buffer& out, trace2::format_settings const&,
//                         trace2::record<Event> const& record) noexcept {
//         add(out, record.thread.name);
//         add(out, record.t_abs);
//         add(out, Event::event_name);
//         trace2::for_each_member<Event>([&](auto member) {
//           add(out, record.event.*member.pointer);
//         });
//       }
//
//       static void add(trace2::buffer& out, auto const& value) noexcept {
//         trace2::buffer text;
//         trace2::text_line{text} << value;
//         out.append(out.empty() ? "\"" : ",\"");
//         for (char const c : text) out.append(c == '"' ? "\"\"" : std::string_view{&c, 1});
//         out.append('"');
//       }
//     };
//
//     using csv_tracer = trace2::basic_tracer<TRACE2_ENABLED != 0, trace2::target_list<csv>>;
//
// With or without the type. A `write` of `record<Event>` becomes a function for each type of events
// that the format wants. The library's formats rather take a `detail::untyped_record`: one function
// for all types, which reads the members by a table. EVENT alone writes the events of hot loops
// (`event_traits::frequent`) with their type, because there the table would take half of the time
// of a line. Each format of a list decides for itself, and makes no other larger or slower.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/record.hpp>
#include <trace2/event/text_line.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/format_settings.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// Further properties of a format, declared as `static constexpr trace2::format_traits traits`.
struct format_traits {
  bool is_text = true;        ///< on a terminal, control bytes in its lines are escaped
  bool words_normal = false;  ///< its `write` of untyped records asks for the wordings for NORMAL
  bool words_perf = false;    ///< … for PERF
  /// The lines of one call site, thread and level differ in times and a number alone, so that one
  /// may be made from another (process/threads/line_patterns.hpp).
  bool has_patterns = false;
};

namespace detail {

/// The format writes an event with its type.
template <class Format, class Event>
concept writes_typed =
    requires(buffer& out, format_settings const& settings, record<Event> const& record) {
      { Format::write(out, settings, record) } noexcept;
    };

/// Writes an event from its parts; filling a `record` would take longer than the rest.
template <class Format, class Event>
concept writes_parts = requires(buffer& out, format_settings const& settings,
                                circumstances const& now, Event const& event) {
  { Format::write(out, settings, now, event) } noexcept;
};

/// The format writes events without their types.
template <class Format>
concept writes_untyped =
    requires(buffer& out, format_settings const& settings, untyped_record const& record) {
      { Format::write(out, settings, record) } noexcept;
    };

template <class Format, class Event>
concept writes_wanted = !static_cast<bool>(Format::template wants<Event>) ||
                        writes_typed<Format, Event> || writes_untyped<Format>;

/// All of a format but its `write`.
template <class Format>
concept named_and_choosing = requires {
  { Format::name } -> std::convertible_to<std::string_view>;
  { Format::template wants<event::exit> } -> std::convertible_to<bool>;
};

}  // namespace detail

/// A class with
///   - `static constexpr std::string_view name`, lower case: it makes up the names of the target's
///     settings, so that a format named "csv" listens to `TRACE2_CSV` and `trace2.csvTarget`;
///   - `template <event_type Event> static constexpr bool wants`: false for the events it ignores,
///     which then leave no code;
///   - `static void write(buffer&, format_settings const&, record<Event> const&) noexcept` for the
///     events it wants, which appends the line, or nothing. The final LF may be left to the target
///     (R-WR-02).
template <class Format>
concept format_policy =
    detail::named_and_choosing<Format> && detail::writes_wanted<Format, event::exit>;

namespace detail {

template <class Format>
inline constexpr format_traits format_traits_of{};
template <class Format>
requires requires {
  { Format::traits } -> std::same_as<format_traits const&>;
}
inline constexpr format_traits format_traits_of<Format> = Format::traits;

/// The wordings of events that a format asks for, of schema_flag.
template <class Format>
inline constexpr std::uint32_t wordings_for =
    (format_traits_of<Format>.words_normal ? normal_flag : 0u) |
    (format_traits_of<Format>.words_perf ? perf_flag | perf_category_flag : 0u);

/// Appends the line of one event in a format.
using writer = void (*)(buffer& out, format_settings const& settings,
                        untyped_record const& record) noexcept;

/// Writes every event by one function, so that no caller holds a copy of its own.
template <class Format>
[[gnu::noinline]] void write_untyped(buffer& out, format_settings const& settings,
                                     untyped_record const& record) noexcept {
  Format::write(out, settings, record);
}

/// Says which format does not write which event.
template <class Format, class Event>
struct format_of_event {
  static_assert(
      writes_wanted<Format, Event>,
      "trace2: the format wants this event and has no write for it: "
      "static void write(buffer&, format_settings const&, record<Event> const&) noexcept");
};

/// The function by which a format writes events of a type; null when it doesn't want them.
template <class Format, event_type Event>
constexpr writer writer_of() noexcept {
  if constexpr (!Format::template wants<Event>) {
    return nullptr;
  } else if constexpr (writes_parts<Format, Event>) {
    return [](buffer& out, format_settings const& settings, untyped_record const& record) noexcept {
      Format::write(out, settings, record, record.event.as<Event>());
    };
  } else if constexpr (writes_typed<Format, Event>) {
    return
        [](buffer& out, format_settings const& settings, untyped_record const& untyped) noexcept {
          Format::write(out, settings, record<Event>{untyped, untyped.event.as<Event>()});
        };
  } else if constexpr (writes_untyped<Format>) {
    return &write_untyped<Format>;
  } else {
    // Once is enough: target_list refuses a format without any `write`.
    if constexpr (format_policy<Format>) static_cast<void>(format_of_event<Format, Event>{});
    return nullptr;
  }
}

/// Ends a line that its format has left open. False when there is nothing to deliver, even when
/// memory ran out.
inline bool complete_line(buffer& line) noexcept {
  if (line.failed() || line.empty()) return false;
  if (line.back() != '\n') line.append('\n');
  return !line.failed();
}

}  // namespace detail

/// Appends an event as a target of this format writes it; nothing if the format doesn't want the
/// event. The final LF may be left out. For programs that write the events of traces they have
/// read. Threads: any, each with a buffer of its own. Errors: `out.failed()` when memory ran out.
template <class Format, event_type Event>
void write_as(buffer& out, format_settings const& settings, record<Event> const& record) noexcept {
  if constexpr (constexpr detail::writer write = detail::writer_of<Format, Event>();
                write != nullptr) {
    detail::without_type<Event, detail::wordings_for<Format>, false> const event{record.event};
    write(out, settings, {record, event});
  }
}

}}  // namespace trace2::v0
