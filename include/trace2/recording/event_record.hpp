// Serializes an event of any type as a record of a recording (layout.hpp). The schema of its type
// goes into the recording once, so that readers need no knowledge of the program.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/event/detail/member_value.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Appends, as one text, the bytes that `write(buffer&)` appends.
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

inline void put_member(buffer& out, record_writer& record, member_type type,
                       member_value const& member) noexcept {
  if (std::size_t const size = member_table::plain_size(type); size != 0)
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

/// Writes the schema of a type of events: its flags, its name, the types and names of its members.
[[gnu::noinline]] inline void describe(record_writer& definition,
                                       untyped_event const& event) noexcept {
  event_schema const& schema = event.schema();
  definition.put(schema.flags);
  definition.put_text(event.name());
  definition.put(schema.count);
  for (std::uint32_t i = 0; i < schema.count; ++i) {
    definition.put(static_cast<std::uint32_t>(schema.members[i].type));
    definition.put_text(schema.members[i].name);
  }
}

/// Gives the schema of an event its number; 0 when the recording has no room or there is none.
[[gnu::noinline, gnu::cold]] inline std::uint32_t define(untyped_event const& event) noexcept {
  recorder* const to = recorder::current();
  if (to == nullptr) return 0;
  return to->number_of(*event.schema().number, kind::schema,
                       [&](record_writer& definition) { describe(definition, event); });
}

/// Turns an event of any nesting into a record.
class event_record {
 public:
  /// Writes the record into `out`, whose earlier contents go. `out` stays empty when the recording
  /// has no room for a record of this size or for the schema; `out.failed()` tells that memory ran
  /// out.
  static void write(buffer& out, untyped_record const& record) noexcept {
    untyped_event const& event = record.event;
    event_schema const& schema = event.schema();
    std::uint32_t number = schema.number->load_relaxed();
    if (number == 0) number = define(event);
    record_writer bytes{out, kind::event};
    put_circumstances(bytes, record, is_lasting(event.name()) ? lasting_event_flag : 0u);
    event.for_each_member([&](std::string_view, member_type type, member_value const& member) {
      put_member(out, bytes, type, member);
    });
    put_words(out, event, normal_flag, schema.normal);
    put_words(out, event, perf_flag, schema.perf);
    put_words(out, event, perf_category_flag, schema.perf_category);
    if (number == 0 || bytes.finish(number).empty()) out.clear();
  }

 private:
  static void put_circumstances(record_writer& bytes, circumstances const& now,
                                std::uint32_t flags) noexcept {
    bytes.put(event_head{.ticks = now.ticks,
                         .t_abs = now.t_abs.in_microseconds(),
                         .wall = now.wall,
                         .line = static_cast<std::uint32_t>(now.at.line),
                         .open_regions = now.thread.open_regions,
                         .repo = now.repo.value,
                         .flags = flags});
    bytes.put_text(now.at.file == nullptr ? std::string_view{} : std::string_view{now.at.file});
  }

  /// Events that a ring must not overwrite.
  static bool is_lasting(std::string_view event) noexcept {
    return event == "version" || event == "start";
  }

  static void put_words(buffer& out, untyped_event const& event, schema_flag flag,
                        event_schema::wording words) noexcept {
    if (event.has(flag)) put_written(out, [&](buffer& to) { event.append_words(to, words); });
  }
};

}}}}  // namespace trace2::v0::detail::recording
