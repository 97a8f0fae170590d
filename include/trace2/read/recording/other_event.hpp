// Events that only the recorded program knows: shown by their schema, and by the wordings that the
// program has left in the recording.
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/detail/recording/layout.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/read/recording/field_reader.hpp>
#include <trace2/read/recording/known_event.hpp>
#include <trace2/record.hpp>
#include <trace2/text_line.hpp>
#include <trace2/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace trace2::inline v0::read::recording {

/// What formats want to know of such an event, once its members have been looked through.
struct other_event {
  schema const* what = nullptr;
  std::string_view members;
  std::string_view normal_words{};
  std::string_view perf_words{};
  std::string_view category{};
  std::int64_t nesting = 0;
  seconds t_rel{};
  bool has_t_rel = false;

  /// A member of a type of the program's, as the program has rendered it.
  struct rendered_json {
    std::string_view text;
  };

  /// Calls `use(name, value)` for each member that isn't absent, in its type. False when the bytes
  /// aren't what the schema says.
  template <class Use>
  bool for_each_member(Use&& use) const {
    field_reader end{members};
    return walk(end, use);
  }

  /// Finds what has a meaning of its own.
  bool look_through() {
    field_reader end{members};
    bool const is_sound = walk(end, [this](std::string_view name, auto const& value) {
      using type = std::remove_cvref_t<decltype(value)>;
      if constexpr (std::is_same_v<type, std::string_view>) {
        if (name == "category") category = value;
      } else if constexpr (std::is_same_v<type, seconds>) {
        if (name == "t_rel") t_rel = value, has_t_rel = true;
      } else if constexpr (std::is_integral_v<type> && !std::is_same_v<type, bool>) {
        if (name == "nesting") nesting = static_cast<std::int64_t>(value);
      }
    });
    if (what->has(layout::normal_flag)) normal_words = end.get_text();
    if (what->has(layout::perf_flag)) perf_words = end.get_text();
    if (what->has(layout::perf_category_flag)) category = end.get_text();
    return is_sound && !end.failed();
  }

 private:
  template <class Use>
  bool walk(field_reader& end, Use&& use) const {
    member_reader reader;
    for (schema::member const& member : what->members)
      if (end.failed() || !read_member(reader, end, member, use)) return false;
    return !end.failed();
  }

  template <class Use>
  static bool read_member(member_reader& reader, field_reader& fields, schema::member const& member,
                          Use&& use) {
    using enum layout::member_type;
    auto const show = [&](auto const& value) { use(std::string_view{member.name}, value); };
    auto const show_text = [&](std::string_view value) {
      if (value.data() != nullptr) show(value);
    };
    switch (member.type) {
      case boolean:
        return show(fields.get<std::uint8_t>() != 0), true;
      case character:
        return show(fields.get<char>()), true;
      case int8:
        return show(static_cast<int>(fields.get<std::int8_t>())), true;
      case int16:
        return show(fields.get<std::int16_t>()), true;
      case int32:
        return show(fields.get<std::int32_t>()), true;
      case int64:
        return show(fields.get<std::int64_t>()), true;
      case uint8:
        return show(static_cast<unsigned>(fields.get<std::uint8_t>())), true;
      case uint16:
        return show(fields.get<std::uint16_t>()), true;
      case uint32:
        return show(fields.get<std::uint32_t>()), true;
      case uint64:
        return show(fields.get<std::uint64_t>()), true;
      case float32:
        return show(fields.get<float>()), true;
      case float64:
        return show(fields.get<double>()), true;
      case text:
        return show_text(fields.get_text()), true;
      case texts:
        return show(reader.read_list(fields)), true;
      case layout::member_type::seconds:
        return show(trace2::seconds{fields.get<std::int64_t>()}), true;
      case value:
        return show(reader.read_value(fields)), true;
      case json:
        return show(json_text{fields.get_text()}), true;
      case rendered:
        if (std::string_view const found = fields.get_text(); found.data() != nullptr)
          show(rendered_json{found});
        return true;
      case enumeration:
        if (std::string_view const name = fields.get_text(); name.data() != nullptr)
          show(name);
        else
          show(fields.get<std::int64_t>());
        return true;
    }
    return false;
  }
};

/// Takes the place of an event in the formats, whose lines get the name and the members afterwards.
template <bool Timed, bool Dated>
struct stand_in {
  // As wide as PERF's column, and in no line.
  static constexpr std::string_view event_name = "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f";
  static constexpr bool timed = Timed;
  static constexpr bool dated_when_brief = Dated;

  other_event const* event = nullptr;

  void normal(auto& line) const { line << event->normal_words; }
  void perf(auto& line) const { line << event->perf_words; }
  void perf_category(auto& line) const { line << event->category; }

  // None of the members is on the wire.
  BOOST_DESCRIBE_CLASS(stand_in, (), (), (), ())
};
template <bool Timed, bool Dated>
struct relative_stand_in : stand_in<Timed, Dated> {
  seconds t_rel{};

  BOOST_DESCRIBE_CLASS(relative_stand_in, (), (), (), ())
};

}  // namespace trace2::inline v0::read::recording
