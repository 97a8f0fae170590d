// Reads events of the library from the bytes of a recording into their structs.
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/untyped_event.hpp>
#include <trace2/event/member_value.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/recording/field_reader.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Whether the recording describes the event as this program does.
template <event_type Event>
bool is_described_by(schema const& found) {
  constexpr std::uint32_t wordings = detail::any_wording_flag;
  if (found.name != Event::event_name ||
      (found.flags & ~wordings) != (trace2::detail::schema_flags<Event> & ~wordings) ||
      found.members.size() != member_count<Event>)
    return false;
  auto at = found.members.begin();
  bool is_same = true;
  for_each_member<Event>([&](auto member) {
    using type = std::remove_cvref_t<decltype(std::declval<Event>().*member.pointer)>;
    is_same =
        is_same && at->type == trace2::detail::member_type_of<type>() && at->name == member.name;
    ++at;
  });
  return is_same;
}

/// Finds the event in `builtin_events` that a schema describes.
inline void recognise(schema& found) {
  constexpr std::size_t count = boost::mp11::mp_size<builtin_events>::value;
  found.listed = find_event<builtin_events>(found.name);
  if (found.listed < count)
    found.is_as_listed = boost::mp11::mp_with_index<count>(found.listed, [&found](auto index) {
      return is_described_by<boost::mp11::mp_at<builtin_events, decltype(index)>>(found);
    });
}

/// Reads the members of one event after the other. Lists are valid until the next event.
class member_reader {
 public:
  /// False when the bytes don't match the schema.
  template <event_type Event>
  bool read(std::string_view members, Event& event) {
    used_lists_ = 0;
    field_reader fields{members};
    for_each_member<Event>([&](auto member) { read_member(fields, event.*member.pointer); });
    return !fields.failed();
  }

  /// Ends the lifetime of all lists read so far.
  void forget_lists() noexcept { used_lists_ = 0; }

  data_value read_value(field_reader& fields) {
    switch (static_cast<detail::member_type>(fields.get<std::uint32_t>())) {
      case detail::member_type::text:
        return fields.get_text();
      case detail::member_type::int64:
        return fields.get<std::int64_t>();
      case detail::member_type::uint64:
        return fields.get<std::uint64_t>();
      case detail::member_type::float64:
        return fields.get<double>();
      case detail::member_type::microseconds:
        return duration::microseconds(fields.get<std::int64_t>());
      default:
        return {};
    }
  }

  text_list read_list(field_reader& fields) {
    auto const count = fields.get<std::uint32_t>();
    if (used_lists_ == lists_.size()) lists_.emplace_back();
    auto& list = lists_[used_lists_++];
    list.clear();
    for (std::uint32_t i = 0; i < count && !fields.failed(); ++i) list.push_back(fields.get_text());
    return {list.data(), list.size()};
  }

 private:
  template <class T>
  void read_member(field_reader& fields, T& member) {
    if constexpr (std::same_as<T, bool>)
      member = fields.get<std::uint8_t>() != 0;
    else if constexpr (std::is_arithmetic_v<T>)
      member = fields.get<T>();
    else if constexpr (std::same_as<T, duration>)
      member = duration::microseconds(fields.get<std::int64_t>());
    else if constexpr (std::same_as<T, data_value>)
      member = read_value(fields);
    else if constexpr (std::same_as<T, json_text>)
      member.text = fields.get_text();
    else if constexpr (std::same_as<T, text_list>)
      member = read_list(fields);
    else if constexpr (described_enum<T>)
      member = read_enumerator<T>(fields);
    else
      member = fields.get_text();
  }

  template <class Enum>
  static Enum read_enumerator(field_reader& fields) {
    std::string_view const name = fields.get_text();
    if (name.data() == nullptr) return static_cast<Enum>(fields.get<std::int64_t>());
    Enum found{};
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto enumerator) {
      if (enumerator.name == name) found = enumerator.value;
    });
    return found;
  }

  std::deque<std::vector<std::string_view>> lists_;
  std::size_t used_lists_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
