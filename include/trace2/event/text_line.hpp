// The line into which an event words itself for the human formats: `line` in
// `void normal(auto& line) const`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/duration_text.hpp>
#include <trace2/detail/text/json_form.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/text/quote.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/event/wording.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/number.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <concepts>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 {

namespace detail {

/// A range, a map, a described struct or a value of another library.
template <class T>
concept shown_as_json =
    json_form_of<T>() == json_form::list || json_form_of<T>() == json_form::map ||
    json_form_of<T>() == json_form::object || json_form_of<T>() == json_form::foreign;

/// No line and no format knows the type, nor one that it converts to.
template <class T>
concept shown_nowhere =
    std::is_class_v<T> && json_form_of<T>() == json_form::none &&
    !std::is_convertible_v<T const&, std::string_view> &&
    !std::is_convertible_v<T const&, duration> && !std::is_convertible_v<T const&, char>;

}  // namespace detail

/// Appends text to a line under construction. Takes each value that may be a member of an event.
/// Borrows the buffer, keeps nothing else, and formats without a locale (R-HOST-06).
class text_line {
 public:
  /// Appends to `out`, which must live as long.
  explicit text_line(buffer& out) noexcept : out_{out} {}

  /// Appends the bytes as they are.
  text_line& operator<<(std::string_view text) noexcept {
    out_.append(text);
    return *this;
  }
  /// Nothing for a null pointer.
  text_line& operator<<(char const* text) noexcept { return *this << detail::view_of_text(text); }
  /// Appends a std::u8string, or a std::filesystem::path in its native spelling.
  template <class Text>
  requires detail::utf8_string_like<Text> || detail::path_like<Text>
  text_line& operator<<(Text const& text) noexcept {
    return *this << detail::view_of_text(text);
  }
  /// Appends one character.
  text_line& operator<<(char c) noexcept {
    out_.append(c);
    return *this;
  }
  /// Appends "true" or "false".
  // A template, so that no pointer becomes a truth value.
  template <std::same_as<bool> Truth>
  text_line& operator<<(Truth value) noexcept {
    return *this << std::string_view{value ? "true" : "false"};
  }
  /// Appends an integer of at most 64 bits in decimal.
  template <detail::written_integer Integer>
  requires(!std::same_as<Integer, bool> && !std::same_as<Integer, char>)
  text_line& operator<<(Integer value) noexcept {
    out_.append_decimal(value);
    return *this;
  }
  /// Appends the shortest decimal number that reads back as the same value.
  template <std::floating_point Number>
  text_line& operator<<(Number value) noexcept {
    out_.append_decimal(value);
    return *this;
  }
  /// Appends the name of a described enumerator, else its number.
  template <class Enum>
  requires std::is_enum_v<Enum>
  text_line& operator<<(Enum value) noexcept {
    if constexpr (described_enum<Enum>)
      if (std::string_view const name = enumerator_name(value); !name.empty()) return *this << name;
    return *this << static_cast<std::underlying_type_t<Enum>>(value);
  }

  /// Also for std::chrono::duration and its like.
  text_line& operator<<(duration value) noexcept {
    detail::append_duration(out_, value);
    return *this;
  }
  /// Appends the value of a `data` event in its own form.
  // A template as well, because so much converts to one.
  template <std::same_as<data_value> Value>
  text_line& operator<<(Value value) noexcept {
    value.visit([this](auto plain) { *this << plain; });
    return *this;
  }
  /// Appends the JSON as it is.
  text_line& operator<<(json_text value) noexcept { return *this << value.text; }
  /// Appends the system's text for the error (R-CHD-09).
  text_line& operator<<(system_error error) noexcept { return *this << std::strerror(error.code); }

  /// Appends a text as a shell would read it (R-QUO-01).
  template <detail::text_like Text>
  text_line& operator<<(quoted<Text> const& value) noexcept {
    detail::append_quoted(out_, detail::view_of_text(value.text));
    return *this;
  }
  /// Appends a list in the same form, with blanks between its items.
  [[gnu::noinline]] text_line& operator<<(quoted<text_list> value) noexcept {
    separated(value.text, " ",
              [this](std::string_view item) { detail::append_quoted(out_, item); });
    return *this;
  }
  /// Appends the items with their separator, not quoted.
  [[gnu::noinline]] text_line& operator<<(joined value) noexcept {
    separated(value.items, value.separator, [this](std::string_view item) { out_.append(item); });
    return *this;
  }
  /// Appends a list as `quoted` does.
  text_line& operator<<(text_list items) noexcept { return *this << quoted{items}; }

  /// The value in an optional or behind a pointer; nothing when there is none.
  template <class Optional>
  requires(detail::json_form_of<Optional>() == detail::json_form::optional)
  text_line& operator<<(Optional const& value) noexcept {
    return value ? *this << *value : *this;
  }
  /// Everything else as JSON, as PERF shows it.
  template <detail::shown_as_json Value>
  text_line& operator<<(Value const& value) noexcept {
    detail::append_json(out_, value);
    return *this;
  }
  /// Appends a value that another unit knows how to write.
  text_line& operator<<(detail::rendered_value value) noexcept {
    if (value.value != nullptr) value.append(detail::output_to(out_), value.value);
    return *this;
  }
  /// Refuses a type that no format can write, with a message that says what to do.
  template <detail::shown_nowhere Value>
  text_line& operator<<(Value const&) noexcept {
    static_assert(sizeof(Value) == 0,
                  "trace2: no line takes a value of this type: describe it with "
                  "BOOST_DESCRIBE_STRUCT, or write its members");
    return *this;
  }

 private:
  void separated(text_list items, std::string_view separator, auto const& append) noexcept {
    bool first = true;
    for (std::string_view const item : items) {
      if (!first) out_.append(separator);
      first = false;
      append(item);
    }
  }

  buffer& out_;
};

}}  // namespace trace2::v0
