// What a format is: a stateless policy class that turns records into bytes. A format touches no
// sink and no event in particular; adding one is writing one class.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/event/any_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/record.hpp>
#include <trace2/event/text_line.hpp>
#include <trace2/value/format_settings.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The bytes of a line under construction: takes `append(text)`, `append(character)` and
/// `append_decimal(number)`; see `text_line` for everything else.
using buffer = detail::buffer;

/// A class with
///   - `static constexpr std::string_view name`, lower case: it makes up the names of the target's
///     settings, so that a format named "csv" listens to `TRACE2_CSV` and `trace2.csvTarget`;
///   - `template <event_type Event> static constexpr bool wants`: false for the events it ignores,
///     which then leave no code;
///   - `static void write(buffer&, format_settings const&, record<Event> const&) noexcept`,
///     which appends the line, or nothing. The final LF may be left to the target (R-WR-02).
template <class Format>
concept format_policy =
    requires(buffer& out, format_settings const& settings, record<event::exit> const& record) {
      { Format::name } -> std::convertible_to<std::string_view>;
      { Format::template wants<event::exit> } -> std::convertible_to<bool>;
      { Format::write(out, settings, record) } noexcept;
    };

namespace detail {

/// The wordings of events that a format asks for, of schema_flag.
template <class Format>
inline constexpr std::uint32_t wordings_for = 0;
template <class Format>
requires requires { Format::wordings; }
inline constexpr std::uint32_t wordings_for<Format> = Format::wordings;

/// Whether a format also takes events without their types: those that it says it `wants_any` of,
/// and then writes with the `wordings_for` it. Those of the library have templates for that, which
/// units that write nothing don't instantiate.
template <class Format>
concept takes_any_event =
    requires(buffer& out, format_settings const& settings, any_record const& record) {
      Format::write(out, settings, record);
    };

}  // namespace detail
}}  // namespace trace2::v0
