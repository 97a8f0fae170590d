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

    std::string_view const file =
        settings.brief || record.at.file == nullptr ? std::string_view{} : record.at.file;
    detail::json_line line{out, room_for(record, file)};
    write_common(line, settings, record, file);
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

  /// All that the line can take in place: constants, and the sizes of its texts.
  template <class Event>
  static std::size_t room_for(record<Event> const& record, std::string_view file) noexcept {
    constexpr std::size_t common = 128;  // keys, time, line, repo and end: at most 125
    std::size_t room = sizeof begin<Event> + record.process.sid_json.size() +
                       record.thread.name_json.size() + file.size() + common;
    for_each_member<Event>([&](auto member) {
      room +=
          sizeof key<name_of<decltype(member)>> + detail::json_room(record.event.*member.pointer);
    });
    return room;
  }

  /// The members that all events share (R-EVT-02..04).
  template <class Event>
  [[gnu::always_inline]] static void write_common(detail::json_line& line,
                                                  format_settings const& settings,
                                                  record<Event> const& record,
                                                  std::string_view file) noexcept {
    line.append(begin<Event>);
    line.append(record.process.sid_json);
    line.append("\",\"thread\":\"");
    line.append(record.thread.name_json);
    if (!settings.brief || detail::is_dated_when_brief<Event>) {
      line.append("\",\"time\":\"");
      line.append(detail::utc_time{record.wall});
    }
    line.append('"');
    if (!file.empty()) {
      line.append(key<literal<"file">>, file);
      line.append(key<literal<"line">>, record.at.line);
    }
    if (record.repo.has_value()) line.append(key<literal<"repo">>, record.repo.value);
  }
};

}  // namespace trace2::inline v0::format
