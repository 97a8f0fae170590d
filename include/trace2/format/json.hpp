// The EVENT target: one JSON object per line, its members in the order of the event's description
// (R-EVT-01..15, R-JSN-*).
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/fixed_text.hpp>
#include <trace2/detail/json_line.hpp>
#include <trace2/detail/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/format.hpp>
#include <trace2/record.hpp>
#include <trace2/reflect.hpp>

#include <cstddef>
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

    begin_line(out, record, begin<Event>.view(),
               !settings.brief || detail::is_dated_when_brief<Event>, !settings.brief);
    detail::json_line line{out, room_for(record.event)};
    for_each_member<Event>([&](auto member) {
      auto const& value = record.event.*member.pointer;
      if (!detail::is_absent(value)) line.append(key<name_of<decltype(member)>>, value);
    });
    line.append("}\n");
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
  template <class Event>
  struct name_of_event {
    static constexpr std::string_view text() { return Event::event_name; }
  };

  template <class Name>
  static constexpr auto key = detail::joined_text<literal<",\"">, Name, literal<"\":">>;
  template <class Event>
  static constexpr auto begin =
      detail::joined_text<literal<"{\"event\":\"">, name_of_event<Event>, literal<"\",\"sid\":\"">>;

  /// All that the members and the end of the line can take in place.
  template <class Event>
  static std::size_t room_for(Event const& event) noexcept {
    std::size_t room = std::string_view{"}\n"}.size();
    for_each_member<Event>([&](auto member) {
      room += sizeof key<name_of<decltype(member)>> + detail::json_room(event.*member.pointer);
    });
    return room;
  }

  /// The members that all events share (R-EVT-02..04), the same function for all of them.
  [[gnu::noinline]] static void begin_line(detail::buffer& out, circumstances const& now,
                                           std::string_view begin, bool is_dated,
                                           bool is_placed) noexcept {
    constexpr std::size_t constants = 128;  // keys, time, line and repo: at most 123
    std::string_view const file =
        is_placed && now.at.file != nullptr ? std::string_view{now.at.file} : std::string_view{};
    detail::json_line line{out, constants + begin.size() + now.process.sid_json.size() +
                                    now.thread.name_json.size() + file.size()};
    line.append(begin);
    line.append(now.process.sid_json);
    line.append("\",\"thread\":\"");
    line.append(now.thread.name_json);
    if (is_dated) {
      line.append("\",\"time\":\"");
      line.append(detail::utc_time{now.wall});
    }
    line.append('"');
    if (!file.empty()) {
      line.append(key<literal<"file">>, file);
      line.append(key<literal<"line">>, now.at.line);
    }
    if (now.repo.has_value()) line.append(key<literal<"repo">>, now.repo.value);
  }
};

}  // namespace trace2::inline v0::format
