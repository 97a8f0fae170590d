// The EVENT target: one JSON object per line, its members in the order of the event's description
// (R-EVT-01..15, R-JSN-*).
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/fixed_text.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/detail/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/format.hpp>
#include <trace2/record.hpp>
#include <trace2/reflect.hpp>

#include <string_view>

namespace trace2::inline v0::format {

/// Every line is one object of well-formed UTF-8 without a raw line break, whatever the event
/// holds.
struct json {
  static constexpr std::string_view name = "event";
  static constexpr bool is_text = false;  ///< escapes control bytes itself, on every destination

  template <event_type Event>
  static constexpr bool wants = true;

  template <event_type Event>
  static void write(detail::buffer& out, format_settings const& settings,
                    record<Event> const& record) noexcept {
    if constexpr (detail::has_nesting<Event>)
      if (record.event.nesting > settings.nesting_limit) return;

    write_common(out, settings, record);
    for_each_member<Event>([&](auto member) {
      auto const& value = record.event.*member.pointer;
      if (detail::is_absent(value)) return;
      out.append(detail::joined_text<comma_quote, name_of<decltype(member)>, quote_colon>.view());
      detail::append_json(out, value);
    });
    out.append("}\n");
  }

 private:
  struct comma_quote {
    static constexpr std::string_view text() { return ",\""; }
  };
  struct quote_colon {
    static constexpr std::string_view text() { return "\":"; }
  };
  template <class Member>
  struct name_of {
    static constexpr std::string_view text() { return Member::name; }
  };

  struct before_event {
    static constexpr std::string_view text() { return "{\"event\":\""; }
  };
  template <class Event>
  struct name_of_event {
    static constexpr std::string_view text() { return Event::event_name; }
  };
  struct before_sid {
    static constexpr std::string_view text() { return "\",\"sid\":\""; }
  };

  /// The members that all events share (R-EVT-02..04).
  template <event_type Event>
  static void write_common(detail::buffer& out, format_settings const& settings,
                           record<Event> const& record) noexcept {
    out.append(detail::joined_text<before_event, name_of_event<Event>, before_sid>.view());
    out.append(record.process.sid_json);
    out.append("\",\"thread\":\"");
    out.append(record.thread.name_json);
    out.append('"');
    if (!settings.brief || detail::is_dated_when_brief<Event>) {
      out.append(",\"time\":\"");
      detail::append_utc_time(out, record.wall);
      out.append('"');
    }
    if (!settings.brief && record.at.file != nullptr && *record.at.file != '\0') {
      out.append(",\"file\":");
      detail::append_json_string(out, record.at.file);
      out.append(",\"line\":");
      out.append_decimal(record.at.line);
    }
    if (record.repo.has_value()) {
      out.append(",\"repo\":");
      out.append_decimal(record.repo.value);
    }
  }
};

}  // namespace trace2::inline v0::format
