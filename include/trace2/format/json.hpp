// The EVENT target: one JSON object per line, its members in the order of the event's description
// (R-EVT-01..15, R-JSN-*).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/fixed_text.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/format.hpp>
#include <trace2/format/detail/json_line.hpp>
#include <trace2/format/detail/outline.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/reflect.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace format {

/// The target EVENT: each line is one JSON object in well-formed UTF-8 without a raw line break,
/// whatever the event holds.
///
/// The lines of one call, of a region or a number, differ in times and numbers only, as in PERF.
struct json : detail::json_outline {
  static bool wants_untyped(detail::untyped_event const&) noexcept { return true; }

  template <event_type Event>
  requires(has_own_code<Event>)
  static void write(buffer& out, format_settings const& settings, circumstances const& now,
                    Event const& event) noexcept {
    if constexpr (requires { requires std::integral<decltype(event.nesting)>; })
      if (static_cast<std::int64_t>(event.nesting) > settings.nesting_limit) return;
    begin_line(out, now, Event::event_name, !settings.brief || traits_of<Event>.dated_when_brief,
               !settings.brief);
    detail::json_line line{out, room_for(event)};
    for_each_member<Event>([&](auto member) {
      auto const& value = event.*member.pointer;
      if (!detail::is_absent(value)) line.append(key<name_of<decltype(member)>>, value);
    });
    line.append("}\n");
  }

  static void write(buffer& out, format_settings const& settings,
                    std::same_as<detail::untyped_record> auto const& record) noexcept {
    detail::untyped_event const& event = record.event;
    if (event.is_deeper_than(settings.nesting_limit)) return;
    begin_line(out, record, event.name(), !settings.brief || event.has(detail::dated_flag),
               !settings.brief);
    event.for_each_member(
        [&](std::string_view name, detail::member_type type, detail::member_value const& member) {
          if (member.is_absent(type)) return;
          append_key(out, name);
          member.visit(type, [&out](auto const& value) { detail::append_json(out, value); });
        });
    out.append("}\n");
  }

 private:
  template <detail::fixed_text Text>
  struct literal {
    static constexpr std::string_view text() { return Text.view(); }
  };
  template <class Member>
  struct name_of {
    static constexpr std::string_view text() { return Member::name; }
  };

  template <class Name>
  static constexpr auto key = detail::joined_text<literal<",\"">, Name, literal<"\":">>;

  /// All that the members and the end of the line can take in place.
  template <class Event>
  static std::size_t room_for(Event const& event) noexcept {
    return with_members<Event>([&]<class... Members>(Members...) {
      return (std::string_view{"}\n"}.size() + ... +
              (sizeof key<name_of<Members>> + detail::json_room(event.*Members::pointer)));
    });
  }

  /// The members that all events share (R-EVT-02..04), the same function for all of them.
  [[gnu::noinline]] static void begin_line(buffer& out, circumstances const& now,
                                           std::string_view event, bool is_dated,
                                           bool is_placed) noexcept {
    constexpr std::size_t constants = 128;
    std::string_view const sid = now.process.sid_json;
    std::string_view const thread = now.thread.name_json;
    if (!out.reserve(constants + event.size() + sid.size() + thread.size())) return;
    char* to = detail::put(out.end(), "{\"event\":\"", event, "\",\"sid\":\"", sid,
                           "\",\"thread\":\"", thread);
    if (is_dated) to = detail::put(to, "\",\"time\":\"", detail::utc_time{now.wall});
    out.commit_until(detail::put(to, '"'));
    if (is_placed && now.at.file != nullptr && *now.at.file != '\0') append_place(out, now.at);
    if (now.repo.has_value()) append_number(out, key<literal<"repo">>.view(), now.repo.value);
  }

  static void append_key(buffer& out, std::string_view member) noexcept {
    if (!out.reserve(member.size() + std::string_view{",\"\":"}.size())) return;
    char* const to = detail::put_plain_json_string(detail::put(out.end(), ','), member);
    if (to != nullptr) [[likely]]
      return out.commit_until(detail::put(to, ':'));
    out.append(',');
    detail::append_json_string(out, member);
    out.append(':');
  }

  static void append_number(buffer& out, std::string_view key, int value) noexcept {
    out.append(key);
    out.append_decimal(value);
  }

  static void append_place(buffer& out, call_site at) noexcept {
    out.append(key<literal<"file">>.view());
    detail::append_json_string(out, at.file);
    append_number(out, key<literal<"line">>.view(), at.line);
  }
};

}}}  // namespace trace2::v0::format
