// Values as JSON, for EVENT lines and for `data_json`: written from their reflected members at
// once, without a document in between. `Out` is the json_output of a unit that only instruments, or
// a buffer, of units that include json_value.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/duration_text.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/fixed_text.hpp>
#include <trace2/detail/text/json_form.hpp>
#include <trace2/detail/text/json_output.hpp>
#include <trace2/detail/text/json_text.hpp>
#include <trace2/detail/text/plain_name.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail {

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

template <class Out, class T>
void append_json(Out& out, T const& value) noexcept;

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

template <class Out, class Number>
void append_json_number(Out& out, Number value) noexcept {
  // JSON has no spelling for infinities and NaN.
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52;
  if ((bits_of(static_cast<double>(value)) & exponent) == exponent)
    out.append("null");
  else
    out.append_decimal(value);
}

template <class Range, class Out>
void append_json_array(Out& out, Range const& range) noexcept {
  out.append('[');
  json_list list{out};
  for (auto const& item : range) {
    list.next();
    detail::append_json(out, item);
  }
  out.append(']');
}

template <object_like Map, class Out>
void append_json_map(Out& out, Map const& map) noexcept {
  out.append('{');
  json_list list{out};
  for (auto const& [key, value] : map) {
    list.next();
    append_json_string(out, view_of_text(key));
    out.append(':');
    detail::append_json(out, value);
  }
  out.append('}');
}

/// `,"name":` for a described member, whose name needs no escapes.
template <class Member>
inline constexpr auto json_key = [] {
  static_assert(has_plain_name<Member>,
                "trace2: the name of a member is not empty, in UTF-8, and without quotes, "
                "backslashes and control characters");
  constexpr std::string_view name = Member::name;
  fixed_text<name.size() + 4> key;
  key.data[0] = ',';
  key.data[1] = '"';
  for (std::size_t i = 0; i < name.size(); ++i) key.data[i + 2] = name[i];
  key.data[name.size() + 2] = '"';
  key.data[name.size() + 3] = ':';
  return key;
}();

template <described Struct, class Out>
void append_json_object(Out& out, Struct const& object) noexcept {
  out.append('{');
  std::size_t comma = 1;  // bytes of it to leave out
  for_each_member<Struct>([&]<class Member>(Member) {
    auto const& value = object.*Member::pointer;
    if (is_absent(value)) return;
    out.append(json_key<Member>.view().substr(std::exchange(comma, 0)));
    detail::append_json(out, value);
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
template <class Out, class T>
void append_json(Out& out, T const& value) noexcept {
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
    append_own_json(out, value);
  else if constexpr (form == json_form::text)
    append_json_string(out, view_of_text(value));
  else if constexpr (form == json_form::boolean)
    out.append(value ? "true" : "false");
  else if constexpr (form == json_form::character)
    append_json_string(out, std::string_view{&value, 1});
  else if constexpr (form == json_form::integer)
    out.append_decimal(value);
  else if constexpr (form == json_form::floating)
    append_json_number(out,
                       static_cast<std::conditional_t<std::is_same_v<T, float>, T, double>>(value));
  else if constexpr (form == json_form::enumeration) {
    if constexpr (described_enum<T>)
      if (std::string_view const name = enumerator_name(value); !name.empty())
        return append_json_string(out, name);
    out.append_decimal(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (form == json_form::optional) {
    if (value)
      detail::append_json(out, *value);
    else
      out.append("null");
  } else if constexpr (form == json_form::map)
    append_json_map(out, value);
  else if constexpr (form == json_form::list)
    append_json_array(out, value);
  else {
    static_assert(form == json_form::object,
                  "trace2: describe this type with BOOST_DESCRIBE_STRUCT, or give it as "
                  "trace2::json_text, so that it can be written as JSON; cast an integer of more "
                  "than 64 bits, or of a wide character");
    if constexpr (form == json_form::object) append_json_object(out, value);
  }
}

/// Appends a value behind a pointer, for functions that don't know its type.
template <class Value>
struct json_of {
  static void append(json_output const& out, void const* value) noexcept {
    detail::append_json(out, *static_cast<Value const*>(value));
  }
};

}}}  // namespace trace2::v0::detail
