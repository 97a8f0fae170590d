// The binary target: events as records of a recording (detail/recording/layout.hpp), with a schema
// that readers need no knowledge of the program for. For a mapped_sink.
#pragma once

#include <trace2/detail/atomic.hpp>
#include <trace2/detail/buffer.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/detail/recording/layout.hpp>
#include <trace2/detail/recording/record_writer.hpp>
#include <trace2/detail/recording/recorder.hpp>
#include <trace2/event.hpp>
#include <trace2/format.hpp>
#include <trace2/record.hpp>
#include <trace2/reflect.hpp>
#include <trace2/text_line.hpp>
#include <trace2/value.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace trace2::inline v0 {

namespace detail::recording {

/// How a member of type T is stored.
template <class T>
constexpr member_type type_of() noexcept {
  using enum member_type;
  if constexpr (std::is_same_v<T, bool>)
    return boolean;
  else if constexpr (std::is_same_v<T, char>)
    return character;
  else if constexpr (std::is_same_v<T, trace2::seconds>)
    return seconds;
  else if constexpr (std::is_same_v<T, data_value>)
    return value;
  else if constexpr (std::is_same_v<T, json_text>)
    return json;
  else if constexpr (std::is_same_v<T, text_list>)
    return texts;
  else if constexpr (text_like<T>)
    return text;
  else if constexpr (described_enum<T>)
    return enumeration;
  else if constexpr (std::is_enum_v<T>)
    return type_of<std::underlying_type_t<T>>();
  else if constexpr (std::signed_integral<T>)
    return sizeof(T) == 1 ? int8 : sizeof(T) == 2 ? int16 : sizeof(T) == 4 ? int32 : int64;
  else if constexpr (std::unsigned_integral<T>)
    return sizeof(T) == 1 ? uint8 : sizeof(T) == 2 ? uint16 : sizeof(T) == 4 ? uint32 : uint64;
  else if constexpr (std::is_same_v<T, float>)
    return float32;
  else if constexpr (std::floating_point<T>)
    return float64;
  else
    return rendered;
}

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
    record.put(static_cast<std::uint32_t>(type_of<decltype(plain)>()));
    if constexpr (text_like<decltype(plain)>)
      record.put_text(plain);
    else
      record.put(plain);
  });
}

template <class T>
void put_member(buffer& out, record_writer& record, T const& value) noexcept {
  constexpr member_type type = type_of<T>();
  if constexpr (type == member_type::seconds) {
    record.put(value.microseconds);
  } else if constexpr (type == member_type::value) {
    put_value(record, value);
  } else if constexpr (type == member_type::json) {
    record.put_text(value.text);
  } else if constexpr (type == member_type::texts) {
    record.put(static_cast<std::uint32_t>(value.count));
    for (std::string_view const item : value) record.put_text(item);
  } else if constexpr (type == member_type::text) {
    record.put_text(is_absent(value) ? std::string_view{} : std::string_view{value});
  } else if constexpr (type == member_type::enumeration) {
    std::string_view const name = enumerator_name(value);
    record.put_text(name.empty() ? std::string_view{} : name);
    if (name.empty()) record.put(static_cast<std::int64_t>(value));
  } else if constexpr (type == member_type::rendered) {
    if (is_absent(value))
      record.put_text({});
    else
      put_written(out, [&](buffer& to) { append_json(to, value); });
  } else if constexpr (std::is_enum_v<T>) {
    record.put(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (type == member_type::float64) {
    record.put(static_cast<double>(value));
  } else {
    record.put(value);
  }
}

/// A reader knows how the library's own events are worded; only the program knows that of others.
template <class Event>
concept library_event = requires(Event const* event) {
  is_of_library(event);
}
&&!requires { Event::has_hidden_members; };

template <class Event>
inline constexpr std::uint32_t schema_flags =
    (is_timed<Event> ? timed_flag : 0u) | (is_dated_when_brief<Event> ? dated_flag : 0u) |
    (is_machine_only<Event> ? machine_flag : 0u) |
    (library_event<Event> ? 0u
                          : (has_normal<Event> ? normal_flag : 0u) |
                                (has_perf<Event> ? perf_flag : 0u) |
                                (has_perf_category<Event> ? perf_category_flag : 0u));

/// What a recording says of a type of events.
struct schema {
  struct member {
    member_type type{};
    std::string_view name{};
  };

  std::uint32_t flags;
  std::string_view event;
  member const* members;
  std::uint32_t count;

  void describe(record_writer& definition) const noexcept {
    definition.put(flags);
    definition.put_text(event);
    definition.put(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      definition.put(static_cast<std::uint32_t>(members[i].type));
      definition.put_text(members[i].name);
    }
  }

  /// The number that it has from now on; 0 when there is none to be had.
  [[gnu::noinline, gnu::cold]] std::uint32_t define(atomic<std::uint32_t>& number) const noexcept {
    recorder* const to = recorder::current();
    if (to == nullptr) return 0;
    return to->number_of(number, kind::schema,
                         [this](record_writer& definition) { describe(definition); });
  }
};

/// The schema of an event: its number in recordings, once it has one.
template <event_type Event>
class schema_of {
 public:
  static std::uint32_t number() noexcept {
    std::uint32_t const known = number_.load_relaxed();
    return known != 0 ? known : described.define(number_);
  }

 private:
  static constexpr std::uint32_t count = member_count<Event>;

  struct member_list {
    schema::member items[count == 0 ? 1 : count];
  };
  static constexpr member_list members = [] {
    member_list list{};
    schema::member* next = list.items;
    for_each_member<Event>([&](auto member) {
      using type = std::remove_cvref_t<decltype(std::declval<Event>().*member.pointer)>;
      *next++ = {type_of<type>(), member.name};
    });
    return list;
  }();
  static constexpr schema described{schema_flags<Event>, Event::event_name, members.items, count};

  static inline constinit atomic<std::uint32_t> number_{0};
};

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

  template <event_type Event>
  static void write(detail::buffer& out, format_settings const&,
                    record<Event> const& record) noexcept {
    namespace recording = detail::recording;
    std::uint32_t const schema = recording::schema_of<Event>::number();
    recording::record_writer bytes{out, recording::kind::event};
    put_circumstances(bytes, record, is_introduction<Event> ? recording::introduction_flag : 0u);
    for_each_member<Event>(
        [&](auto member) { recording::put_member(out, bytes, record.event.*member.pointer); });
    put_wordings(out, record.event);
    if (schema == 0 || bytes.finish(schema).empty()) out.clear();
  }

 private:
  static void put_circumstances(detail::recording::record_writer& bytes, circumstances const& now,
                                std::uint32_t flags) noexcept {
    bytes.put(now.ticks);
    bytes.put(now.t_abs.microseconds);
    bytes.put(now.wall);
    bytes.put(static_cast<std::uint32_t>(now.at.line));
    bytes.put(static_cast<std::int32_t>(now.thread.open_regions));
    bytes.put(static_cast<std::int32_t>(now.repo.value));
    bytes.put(flags);
    bytes.put_text(now.at.file == nullptr ? std::string_view{} : std::string_view{now.at.file});
  }

  /// What a ring must not forget.
  template <class Event>
  static constexpr bool is_introduction = Event::event_name == std::string_view{"version"} ||
                                          Event::event_name == std::string_view{"start"};

  template <class Event>
  static void put_wordings(detail::buffer& out, Event const& event) noexcept {
    namespace recording = detail::recording;
    constexpr std::uint32_t flags = recording::schema_flags<Event>;
    auto const put = [&out](auto&& word) {
      recording::put_written(out, [&word](detail::buffer& to) {
        text_line line{to};
        word(line);
      });
    };
    if constexpr ((flags & recording::normal_flag) != 0)
      put([&event](text_line& line) { event.normal(line); });
    if constexpr ((flags & recording::perf_flag) != 0)
      put([&event](text_line& line) { event.perf(line); });
    if constexpr ((flags & recording::perf_category_flag) != 0)
      put([&event](text_line& line) { event.perf_category(line); });
  }
};

}  // namespace format
}  // namespace trace2::inline v0
