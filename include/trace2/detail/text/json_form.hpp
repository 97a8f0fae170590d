// The kinds of JSON that types become, and the types that are texts to everything that writes
// values.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/number.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail {

/// Types that convert to std::string_view, strings of UTF-8, and paths.
template <class T>
concept text_like =
    std::convertible_to<T const&, std::string_view> || utf8_string_like<T> || path_like<T>;

/// A null view for a null pointer. An array ends at its first NUL, or at its end.
template <text_like T>
constexpr std::string_view view_of_text(T const& value) noexcept {
  if constexpr (path_like<T>) {
    return value.native();
  } else if constexpr (std::is_pointer_v<T> || utf8_string_like<T>) {
    return text{value};
  } else if constexpr (std::is_array_v<T>) {
    std::string_view const all{value, sizeof value};
    return all.substr(0, all.find('\0'));
  } else {
    return value;
  }
}

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
concept optional_like = !range_like<T> && !std::is_array_v<T> && requires(T const& value) {
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

/// A type that writes itself: `void append_json(buffer& out) const noexcept` appends one value.
template <class T>
concept own_json_value = requires(buffer& out, T const& value) {
  { value.append_json(out) } noexcept;
};

template <class T>
void append_own_json(buffer& out, T const& value) noexcept {
  if constexpr (own_json_value<T>)
    value.append_json(out);
  else
    foreign_json<T>::append(out, value);
}

template <class T>
inline constexpr bool is_array_of_items = std::is_array_v<T> && !text_like<T>;

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
  static_assert(!wide_path_like<T>, "trace2: a path has UTF-16 on Windows: give path.u8string()");
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
  else if constexpr (own_json_value<T> || foreign_json_value<T>)
    return json_form::foreign;
  else if constexpr (text_like<T>)
    return json_form::text;
  else if constexpr (std::is_same_v<T, bool>)
    return json_form::boolean;
  else if constexpr (std::is_same_v<T, char>)
    return json_form::character;
  else if constexpr (written_integer<T>)
    return json_form::integer;
  else if constexpr (std::floating_point<T>)
    return json_form::floating;
  else if constexpr (unwritten_enum<T>)
    return json_form::none;
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

/// True if a value of type T can be written as JSON with all that is in it. `Open` are the types
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

}}}  // namespace trace2::v0::detail
