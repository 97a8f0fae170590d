// Values as JSON, for EVENT lines and for `data_json`: written from their reflected members at
// once, without a document in between.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/duration_text.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/fixed_text.hpp>
#include <trace2/detail/text/json_text.hpp>
#include <trace2/detail/text/text_like.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail {

template <class T>
concept range_like = requires(T const& range) {
  range.begin() != range.end();
  *range.begin();
};

/// std::map and its like, with keys that are text.
template <class T>
concept object_like = range_like<T> && requires(T const& range) {
  requires text_like<std::remove_cvref_t<decltype(range.begin()->first)>>;
  range.begin()->second;
};

/// std::optional and pointers.
template <class T>
concept optional_like = !range_like<T> && requires(T const& value) {
  *value;
  static_cast<bool>(value);
};

/// Writes values of another library as JSON: `static void append(buffer&, T const&) noexcept`.
/// Incomplete for all types but those that an optional header such as boost_json.hpp knows; units
/// with and without that header can't disagree, because without it such a value doesn't compile.
template <class T>
struct foreign_json;

template <class T>
concept foreign_json_value =
    requires(buffer& out, T const& value) { foreign_json<T>::append(out, value); };

template <class T>
inline constexpr bool is_array_of_items = std::is_array_v<T> && !text_like<T>;

/// True for a value that is left out of an object: a null view or pointer, an empty optional (see
/// `event_type`).
template <class T>
constexpr bool is_absent(T const& value) noexcept {
  if constexpr (std::is_same_v<T, std::string_view> || std::is_same_v<T, text>)
    return std::string_view{value}.data() == nullptr;
  else if constexpr (std::is_pointer_v<T> || optional_like<T>)
    return !value;
  else
    return false;
}

/// The kind of JSON that a value becomes. `none` of a type that nobody has described.
// clang-format off
enum class json_form {
  duration, json, value, null, c_string, foreign, text, boolean, character, integer, floating,
  enumeration, list, optional, map, object, none
};
// clang-format on

/// The choice is an ordered list: the library's own vocabulary and durations, what other libraries
/// have, text, numbers, enumerations, arrays, optionals, maps, ranges, described structs.
template <class T>
constexpr json_form json_form_of() noexcept {
  if constexpr (std::is_same_v<T, duration> || chrono_duration<T>)
    return json_form::duration;
  else if constexpr (std::is_same_v<T, json_text>)
    return json_form::json;
  else if constexpr (std::is_same_v<T, data_value>)
    return json_form::value;
  else if constexpr (std::is_null_pointer_v<T>)
    return json_form::null;
  else if constexpr (text_like<T> && std::is_pointer_v<T>)
    return json_form::c_string;
  else if constexpr (foreign_json_value<T>)
    return json_form::foreign;
  else if constexpr (text_like<T>)
    return json_form::text;
  else if constexpr (std::is_same_v<T, bool>)
    return json_form::boolean;
  else if constexpr (std::is_same_v<T, char>)
    return json_form::character;
  else if constexpr (std::integral<T>)
    return json_form::integer;
  else if constexpr (std::floating_point<T>)
    return json_form::floating;
  else if constexpr (std::is_enum_v<T>)
    return json_form::enumeration;
  else if constexpr (is_array_of_items<T>)
    return json_form::list;
  else if constexpr (optional_like<T>)
    return json_form::optional;
  else if constexpr (object_like<T>)
    return json_form::map;
  else if constexpr (range_like<T>)
    return json_form::list;
  else if constexpr (described<T>)
    return json_form::object;
  else
    return json_form::none;
}

template <class T>
void append_json(buffer& out, T const& value) noexcept;

/// Separates what is appended by commas.
class json_list {
 public:
  explicit json_list(buffer& out) noexcept : out_{out} {}
  void next() noexcept {
    if (!first_) out_.append(',');
    first_ = false;
  }

 private:
  buffer& out_;
  bool first_ = true;
};

inline void append_json_number(buffer& out, double value) noexcept {
  // JSON has no spelling for infinities and NaN.
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52;
  if ((bits_of(value) & exponent) == exponent)
    out.append("null");
  else
    out.append_decimal(value);
}

template <class Range>
void append_json_array(buffer& out, Range const& range) noexcept {
  out.append('[');
  json_list list{out};
  for (auto const& item : range) {
    list.next();
    append_json(out, item);
  }
  out.append(']');
}

template <object_like Map>
void append_json_map(buffer& out, Map const& map) noexcept {
  out.append('{');
  json_list list{out};
  for (auto const& [key, value] : map) {
    list.next();
    append_json_string(out, view_of_text(key));
    out.append(':');
    append_json(out, value);
  }
  out.append('}');
}

/// `,"name":` for a described member, whose name needs no escapes.
template <class Member>
inline constexpr auto json_key = [] {
  constexpr std::string_view name = Member::name;
  fixed_text<name.size() + 4> key;
  key.data[0] = ',';
  key.data[1] = '"';
  for (std::size_t i = 0; i < name.size(); ++i) key.data[i + 2] = name[i];
  key.data[name.size() + 2] = '"';
  key.data[name.size() + 3] = ':';
  return key;
}();

template <described Struct>
void append_json_object(buffer& out, Struct const& object) noexcept {
  out.append('{');
  std::size_t comma = 1;  // bytes of it to leave out
  for_each_member<Struct>([&]<class Member>(Member) {
    auto const& value = object.*Member::pointer;
    if (is_absent(value)) return;
    out.append(json_key<Member>.view().substr(std::exchange(comma, 0)));
    append_json(out, value);
  });
  out.append('}');
}

/// Text that claims to be JSON becomes part of a line only if it is (json_text).
inline void append_raw_json(buffer& out, std::string_view text) noexcept {
  if (is_json(text))
    append_compact_json(out, text);
  else
    append_json_string(out, text);
}

/// Appends `value` as JSON.
template <class T>
void append_json(buffer& out, T const& value) noexcept {
  constexpr json_form form = json_form_of<T>();
  if constexpr (form == json_form::duration)
    append_duration(out, value);
  else if constexpr (form == json_form::json)
    append_raw_json(out, value.text);
  else if constexpr (form == json_form::value)
    value.visit([&](auto plain) {
      if constexpr (text_like<decltype(plain)>) {
        append_json_string(out, plain);
      } else {
        out.append('"');
        if constexpr (std::is_same_v<decltype(plain), duration>)
          append_duration(out, plain);
        else
          out.append_decimal(plain);
        out.append('"');
      }
    });
  else if constexpr (form == json_form::null)
    out.append("null");
  else if constexpr (form == json_form::c_string)
    value == nullptr ? out.append("null") : append_json_string(out, value);
  else if constexpr (form == json_form::foreign)
    foreign_json<T>::append(out, value);
  else if constexpr (form == json_form::text)
    append_json_string(out, view_of_text(value));
  else if constexpr (form == json_form::boolean)
    out.append(value ? "true" : "false");
  else if constexpr (form == json_form::character)
    append_json_string(out, std::string_view{&value, 1});
  else if constexpr (form == json_form::integer)
    out.append_decimal(value);
  else if constexpr (form == json_form::floating)
    append_json_number(out, static_cast<double>(value));
  else if constexpr (form == json_form::enumeration) {
    if constexpr (described_enum<T>)
      if (std::string_view const name = enumerator_name(value); !name.empty())
        return append_json_string(out, name);
    out.append_decimal(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (form == json_form::optional) {
    if (value)
      append_json(out, *value);
    else
      out.append("null");
  } else if constexpr (form == json_form::map)
    append_json_map(out, value);
  else if constexpr (form == json_form::list)
    append_json_array(out, value);
  else {
    static_assert(form == json_form::object,
                  "trace2: describe this type with BOOST_DESCRIBE_STRUCT, or give it as "
                  "trace2::json_text, so that it can be written as JSON");
    if constexpr (form == json_form::object) append_json_object(out, value);
  }
}

/// Whether a value of type T can be written as JSON with all that is in it. `Open` are the types
/// around it, which a type may contain again.
template <class T, class... Open>
constexpr bool is_json_value() noexcept {
  constexpr json_form form = json_form_of<T>();
  if constexpr ((std::is_same_v<T, Open> || ...)) {
    return true;
  } else if constexpr (std::is_array_v<T>) {
    return form != json_form::list || is_json_value<std::remove_extent_t<T>, T, Open...>();
  } else if constexpr (form == json_form::list) {
    using item = std::remove_cvref_t<decltype(*std::declval<T const&>().begin())>;
    return is_json_value<item, T, Open...>();
  } else if constexpr (form == json_form::map) {
    using item = std::remove_cvref_t<decltype(std::declval<T const&>().begin()->second)>;
    return is_json_value<item, T, Open...>();
  } else if constexpr (form == json_form::optional) {
    return is_json_value<std::remove_cvref_t<decltype(*std::declval<T const&>())>, T, Open...>();
  } else if constexpr (form == json_form::object) {
    return with_members<T>([]<class... Members>(Members...) {
      return (is_json_value<type_of_member<T, Members>, T, Open...>() && ...);
    });
  } else {
    return form != json_form::none;
  }
}

/// Appends a value behind a pointer, for functions that don't know its type.
template <class Value>
struct json_of {
  static void append(buffer& out, void const* value) noexcept {
    append_json(out, *static_cast<Value const*>(value));
  }
};

}}}  // namespace trace2::v0::detail
