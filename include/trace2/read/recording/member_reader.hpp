// Reads the members of events from the bytes of a recording, by the table of member types.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/event/detail/member_value.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/enumerator.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Reads the members of one event after the other. Texts borrow the bytes; lists and rendered
/// members are valid until `begin_event`.
class member_reader {
 public:
  void begin_event() noexcept { used_lists_ = used_texts_ = item_count_ = 0; }

  /// Reads all members of a struct. False when the bytes don't match.
  template <event_type Event>
  bool read(recorded_bytes members, Event& event) {
    begin_event();
    field_reader fields{members};
    for_each_member<Event>([&](auto member) { read_member(fields, event.*member.pointer); });
    return !fields.failed();
  }

  /// Reads one member; none when no row of the table has this type.
  std::optional<detail::member_value> read(field_reader& fields, detail::member_type type) {
    std::optional<detail::member_value> value;
    detail::member_table::with_row(
        type, [&]<class Row>(Row row) { value.emplace(read_held(fields, row)); });
    return value;
  }

 private:
  using member_type = detail::member_type;

  template <class T>
  void read_member(field_reader& fields, T& member) {
    constexpr member_type type = detail::member_type_of<T>();
    static_assert(type != member_type::rendered, "a rendered member can't be read back");
    using row = boost::mp11::mp_at_c<detail::member_table, static_cast<std::size_t>(type) - 1>;
    if constexpr (type == member_type::enumeration)
      member = enumerator_of<T>(read_held(fields, row{}));
    else
      member = static_cast<T>(read_held(fields, row{}));
  }

  template <class Row>
  typename Row::held read_held(field_reader& fields, Row) {
    using held = typename Row::held;
    if constexpr (std::same_as<held, bool>)
      return fields.get<std::uint8_t>() != 0;
    else if constexpr (std::is_arithmetic_v<held>)
      return fields.get<held>();
    else if constexpr (std::same_as<held, duration>)
      return duration::microseconds(fields.get<std::int64_t>());
    else if constexpr (std::same_as<held, data_value>)
      return read_value(fields);
    else if constexpr (std::same_as<held, text_list>)
      return read_list(fields);
    else if constexpr (std::same_as<held, detail::enumerator_value>)
      return read_enumerator(fields);
    else if constexpr (std::same_as<held, detail::rendered_value>)
      return read_rendered(fields);
    else
      return held{fields.get_text()};
  }

  /// A value stores its type in front of itself.
  static data_value read_value(field_reader& fields) {
    data_value value;
    detail::member_table::with_row(
        static_cast<member_type>(fields.get<std::uint32_t>()), [&]<class Row>(Row) {
          if constexpr (Row::type == member_type::text)
            value = fields.get_text();
          else if constexpr (Row::type == member_type::microseconds)
            value = duration::microseconds(fields.get<std::int64_t>());
          else if constexpr (Row::type == member_type::int64 || Row::type == member_type::uint64 ||
                             Row::type == member_type::float64)
            value = fields.get<typename Row::held>();
        });
    return value;
  }

  text_list read_list(field_reader& fields) {
    auto const count = fields.get<std::uint32_t>();
    if (used_lists_ == lists_.size()) lists_.emplace_back();
    auto& list = lists_[used_lists_++];
    list.clear();
    for (std::uint32_t i = 0; i < count && !fields.failed(); ++i) {
      if (++item_count_ > limits::list_items) fields.fail();
      list.push_back(fields.get_text());
    }
    return {list.data(), list.size()};
  }

  static detail::enumerator_value read_enumerator(field_reader& fields) {
    std::string_view const name = fields.get_text();
    return {name, name.data() == nullptr ? fields.get<std::int64_t>() : 0};
  }

  detail::rendered_value read_rendered(field_reader& fields) {
    if (used_texts_ == texts_.size()) texts_.emplace_back();
    std::string_view& text = texts_[used_texts_++];
    text = fields.get_text();
    return {text.data() == nullptr ? nullptr : &text, &append_rendered};
  }

  /// Appends text that the program has rendered as JSON. The text may be ill-formed in a damaged
  /// recording.
  static void append_rendered(trace2::detail::json_output const& out, void const* text) noexcept {
    trace2::detail::append_json(out, json_text{*static_cast<std::string_view const*>(text)});
  }

  template <class Enum>
  static Enum enumerator_of(detail::enumerator_value stored) {
    if (stored.name.data() == nullptr) return static_cast<Enum>(stored.number);
    Enum value{};
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto enumerator) {
      if (enumerator.name == stored.name) value = enumerator.value;
    });
    return value;
  }

  // Elements of a deque stay in place.
  std::deque<std::vector<std::string_view>> lists_;
  std::deque<std::string_view> texts_;
  std::size_t used_lists_ = 0;
  std::size_t used_texts_ = 0;
  std::size_t item_count_ = 0;  ///< of all lists of the event
};

using trace2::detail::member_type;
using trace2::detail::member_value;

template <class T>
inline constexpr bool is_whole_number =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

/// Stores a value if the conversion loses nothing; else returns false and does nothing.
template <class T, class Value>
bool assign(T& to, Value const& value) {
  if constexpr (std::same_as<T, Value>) {
    to = value;
    return true;
  } else if constexpr (std::same_as<T, duration> && std::floating_point<Value>) {
    constexpr double most = 1e10;
    auto const seconds = static_cast<double>(value);
    if (!(std::abs(seconds) < most)) return false;
    to = duration::microseconds(std::llround(seconds * 1e6));
    return true;
  } else if constexpr (std::same_as<T, data_value> && std::constructible_from<T, Value>) {
    to = data_value{value};
    return true;
  } else if constexpr (is_whole_number<T> && is_whole_number<Value>) {
    if (!std::in_range<T>(value)) return false;
    to = static_cast<T>(value);
    return true;
  } else {
    return false;
  }
}
template <class T>
bool assign(T& to, member_type type, member_value const& from) {
  bool is_done = false;
  from.visit(type, [&](auto const& value) { is_done = assign(to, value); });
  return is_done;
}

}}}}  // namespace trace2::v0::read::recording
