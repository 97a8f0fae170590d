// The binary target: events as records of a recording (detail/recording/layout.hpp), with a schema
// that readers need no knowledge of the program for. For a mapped_sink.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/event.hpp>
#include <trace2/event/any_event.hpp>
#include <trace2/event/json_value.hpp>
#include <trace2/event/member_value.hpp>
#include <trace2/event/record.hpp>
#include <trace2/format.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 {

namespace detail::recording {

/// Appends what `write(buffer&)` writes as a text.
inline void put_written(buffer& out, auto&& write) noexcept {
  std::size_t const begin = out.size();
  std::uint32_t size = 0;
  out.append({reinterpret_cast<char const*>(&size), sizeof size});
  write(out);
  if (out.failed()) return;
  size = static_cast<std::uint32_t>(out.size() - begin - sizeof size);
  std::memcpy(out.data() + begin, &size, sizeof size);
}

inline void put_value(record_writer& record, data_value const& value) noexcept {
  value.visit([&](auto plain) {
    record.put(static_cast<std::uint32_t>(member_type_of<decltype(plain)>()));
    if constexpr (text_like<decltype(plain)>)
      record.put_text(plain);
    else
      record.put(plain);
  });
}

/// The size of what is stored as it is; 0 of all else.
constexpr std::size_t plain_size(member_type type) noexcept {
  constexpr unsigned char sizes[] = {0, 1, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 0, 0, 8};
  static_assert(sizes[static_cast<int>(member_type::int32)] == 4 &&
                sizes[static_cast<int>(member_type::microseconds)] == 8);
  auto const at = static_cast<std::size_t>(type);
  return at < sizeof sizes ? sizes[at] : 0;
}

inline void put_member(buffer& out, record_writer& record, member_type type,
                       member_value const& member) noexcept {
  if (std::size_t const size = plain_size(type); size != 0)
    return record.put_plain(member.bytes(), size);
  switch (type) {
    case member_type::value:
      return put_value(record, member.as<data_value>());
    case member_type::texts: {
      auto const list = member.as<text_list>();
      record.put(static_cast<std::uint32_t>(list.count));
      for (std::string_view const item : list) record.put_text(item);
      return;
    }
    case member_type::enumeration: {
      auto const known = member.as<enumerator_value>();
      record.put_text(known.name.empty() ? std::string_view{} : known.name);
      if (known.name.empty()) record.put(known.number);
      return;
    }
    case member_type::rendered: {
      if (member.is_absent(type)) return record.put_text({});
      auto const value = member.as<rendered_value>();
      return put_written(out, [&](buffer& to) { append_json(to, value); });
    }
    case member_type::json:
      return record.put_text(member.as<json_text>().text);
    default:
      return record.put_text(member.as<std::string_view>());
  }
}

/// What a recording says of a type of events.
inline void describe(record_writer& definition, any_event const& event) noexcept {
  event_schema const& schema = event.schema();
  definition.put(schema.flags);
  definition.put_text(event.name());
  definition.put(schema.count);
  for (std::uint32_t i = 0; i < schema.count; ++i) {
    definition.put(static_cast<std::uint32_t>(schema.members[i].type));
    definition.put_text(schema.members[i].name);
  }
}

/// The number that an event's schema has from now on; 0 when there is none to be had.
[[gnu::noinline, gnu::cold]] inline std::uint32_t define(any_event const& event) noexcept {
  recorder* const to = recorder::current();
  if (to == nullptr) return 0;
  return to->number_of(*event.schema().number, kind::schema,
                       [&](record_writer& definition) { describe(definition, event); });
}

}  // namespace detail::recording

namespace format {

/// Every event, whole, whatever its nesting. An event of which there is no room to say what it is
/// is left out.
struct binary {
  static constexpr std::string_view name = "binary";
  static constexpr bool is_text = false;
  static constexpr bool is_recording = true;

  template <event_type Event>
  static constexpr bool wants = true;
  static bool wants_any(detail::any_event const&) noexcept { return true; }

  template <event_type Event>
  static void write(detail::buffer& out, format_settings const& settings,
                    record<Event> const& record) noexcept {
    detail::typeless<Event, 0, true> const typeless{record.event};
    write(out, settings, detail::any_record{record, typeless.event()});
  }

  static void write(detail::buffer& out, format_settings const&,
                    std::same_as<detail::any_record> auto const& record) noexcept {
    namespace recording = detail::recording;
    detail::any_event const& event = record.event;
    detail::event_schema const& schema = event.schema();
    std::uint32_t number = schema.number->load_relaxed();
    if (number == 0) number = recording::define(event);
    recording::record_writer bytes{out, recording::kind::event};
    put_circumstances(bytes, record,
                      is_introduction(event.name()) ? recording::introduction_flag : 0u);
    event.for_each_member(
        [&](std::string_view, detail::member_type type, detail::member_value const& member) {
          recording::put_member(out, bytes, type, member);
        });
    put_words(out, event, detail::normal_flag, schema.normal);
    put_words(out, event, detail::perf_flag, schema.perf);
    put_words(out, event, detail::perf_category_flag, schema.perf_category);
    if (number == 0 || bytes.finish(number).empty()) out.clear();
  }

 private:
  static void put_circumstances(detail::recording::record_writer& bytes, circumstances const& now,
                                std::uint32_t flags) noexcept {
    bytes.put(detail::recording::event_head{.ticks = now.ticks,
                                            .t_abs = now.t_abs.in_microseconds(),
                                            .wall = now.wall,
                                            .line = static_cast<std::uint32_t>(now.at.line),
                                            .open_regions = now.thread.open_regions,
                                            .repo = now.repo.value,
                                            .flags = flags});
    bytes.put_text(now.at.file == nullptr ? std::string_view{} : std::string_view{now.at.file});
  }

  /// What a ring must not forget.
  static bool is_introduction(std::string_view event) noexcept {
    return event == "version" || event == "start";
  }

  static void put_words(detail::buffer& out, detail::any_event const& event,
                        detail::schema_flag flag, detail::event_schema::wording words) noexcept {
    if (event.has(flag))
      detail::recording::put_written(out,
                                     [&](detail::buffer& to) { event.append_words(to, words); });
  }
};

}  // namespace format
}}  // namespace trace2::v0
