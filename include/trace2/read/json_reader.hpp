// Reads JSON values into members of events, from the same descriptions as
// detail/text/json_value.hpp, which writes them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/reader_system.hpp>
#include <trace2/detail/text/json_escape.hpp>
#include <trace2/event/data.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/time_text.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 {
namespace detail {

template <class T>
concept appendable_range = requires(T& range, typename T::value_type item) {
  range.push_back(item);
  range.clear();
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Stores a code point as UTF-8 and returns the end.
inline char* put_utf8(char* to, char32_t c) noexcept {
  auto const tail = [c](int bits) { return static_cast<char>(0x80 | (c >> bits & 0x3f)); };
  if (c < 0x80) {
    *to++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *to++ = static_cast<char>(0xc0 | c >> 6);
    *to++ = tail(0);
  } else if (c < 0x10000) {
    *to++ = static_cast<char>(0xe0 | c >> 12);
    *to++ = tail(6);
    *to++ = tail(0);
  } else {
    *to++ = static_cast<char>(0xf0 | c >> 18);
    *to++ = tail(12);
    *to++ = tail(6);
    *to++ = tail(0);
  }
  return to;
}

}  // namespace detail

namespace read {

/// Converts JSON values to typed ones. Texts and lists that need memory of their own (because of
/// escapes) take it from `memory`. All others are views of that text.
class json_reader {
 public:
  explicit json_reader(std::pmr::memory_resource& memory) noexcept : memory_{&memory} {}

  /// Begins a new line, whose values may take at most `most_bytes` of memory. A value that needs
  /// more is not read, and `ran_out` is true.
  void begin(std::size_t most_bytes) noexcept {
    left_ = most_bytes;
    ran_out_ = false;
    cut_.clear();
  }
  bool ran_out() const noexcept { return ran_out_; }
  /// The texts of the numbers of the line that were out of range.
  read::cut_numbers const& cut_numbers() const noexcept { return cut_; }

  /// Stores a value; of a number out of range the nearest end of the range. False when it has
  /// another type; `to` then keeps its value.
  /// `null` counts as another type, except for optional members. A number below 0 in an unsigned
  /// member is read as Git writes numbers beyond the signed range (R-EVT-07).
  template <class T>
  bool read(json_value const& from, T& to) const {
    if constexpr (std::is_same_v<T, duration>) {
      return from.kind == json_kind::number && store_time(from.text, parse_seconds(from.text), to);
    } else if constexpr (std::is_same_v<T, fine_duration>) {
      return from.kind == json_kind::number &&
             store_time(from.text, parse_fine_seconds(from.text), to);
    } else if constexpr (trace2::detail::chrono_duration<T>) {
      duration length;
      if (!read(from, length)) return false;
      to = chrono_from<T>(length);
      return true;
    } else if constexpr (std::is_same_v<T, json_text>) {
      to.text = from.text;
      return true;
    } else if constexpr (std::is_same_v<T, data_value>) {
      to = data_value{from.kind == json_kind::string ? text(from) : from.text};
      return true;
    } else if constexpr (std::is_same_v<T, std::string_view> || std::is_same_v<T, std::string>) {
      if (from.kind != json_kind::string) return false;
      to = text(from);
      return true;
    } else if constexpr (trace2::detail::path_like<T>) {
      if (from.kind != json_kind::string) return false;
      to = T{std::string{text(from)}};
      return true;
    } else if constexpr (trace2::detail::wide_path_like<T>) {
      if (from.kind != json_kind::string) return false;
      to = trace2::detail::to_native_path<T>(std::string{text(from)}.c_str());
      return true;
    } else if constexpr (trace2::detail::utf8_string_like<T>) {
      if (from.kind != json_kind::string) return false;
      std::string_view const characters = text(from);
      to.assign(characters.begin(), characters.end());
      return true;
    } else if constexpr (std::is_same_v<T, text_list>) {
      return read_list(from, to);
    } else if constexpr (std::is_same_v<T, bool>) {
      if (from.text != "true" && from.text != "false") return false;
      to = from.text == "true";
      return true;
    } else if constexpr (std::is_arithmetic_v<T>) {
      return from.kind == json_kind::number && read_number(from.text, to);
    } else if constexpr (described_enum<T>) {
      return from.kind == json_kind::string && read_enumerator(text(from), to);
    } else if constexpr (detail::is_optional<T>) {
      if (from.text == "null") return to.reset(), true;
      typename T::value_type value{};
      if (!read(from, value)) return false;
      to = value;
      return true;
    } else if constexpr (detail::appendable_range<T>) {
      return read_range(from, to);
    } else {
      static_assert(described<T>,
                    "trace2: describe this type with BOOST_DESCRIBE_STRUCT, so that it "
                    "can be read from JSON");
      return read_struct(from, to);
    }
  }

  /// The text of a string with its escapes resolved.
  [[gnu::always_inline]] std::string_view text(json_value const& string) const {
    return string.has_escapes ? unescaped(string.inside()) : string.inside();
  }

 private:
  template <class Time>
  bool store_time(std::string_view text, std::optional<Time> value, Time& to) const noexcept {
    if (!value) return false;
    to = *value;
    if (is_out_of_range(to)) [[unlikely]]
      cut_.add(text);
    return true;
  }

  template <class Number>
  [[gnu::always_inline]] bool read_number(std::string_view text, Number& to) const noexcept {
    if constexpr (std::integral<Number> && sizeof(Number) >= sizeof(std::int32_t))
      if (short_number_from(text, to)) return true;
    return read_other_number(text, to);
  }
  template <class Number>
  [[gnu::noinline]] bool read_other_number(std::string_view text, Number& to) const noexcept {
    if (number_from(text, to)) return true;
    if constexpr (std::unsigned_integral<Number>) {
      std::make_signed_t<Number> below_zero{};
      if (text.front() == '-' && read_number(text, below_zero))
        return to = static_cast<Number>(below_zero), true;
    }
    bool is_cut = false;
    if constexpr (std::integral<Number>)
      if (!clamped_number_from(text, to, is_cut)) return false;
    if (is_cut) cut_.add(text);
    return is_cut;
  }

  template <described_enum Enum>
  static bool read_enumerator(std::string_view name, Enum& to) noexcept {
    bool is_read = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto enumerator) {
      if (name != enumerator.name) return;
      to = enumerator.value;
      is_read = true;
    });
    return is_read;
  }

  bool read_list(json_value const& from, text_list& to) const {
    if (from.kind != json_kind::array) return false;
    std::size_t count = 0;
    bool is_of_strings = true;
    json_scanner{from.text}.array([&](json_value item) {
      is_of_strings = is_of_strings && item.kind == json_kind::string;
      ++count;
    });
    if (!is_of_strings) return false;
    auto* const items = new_array<std::string_view>(count);
    if (items == nullptr) return false;
    std::size_t next = 0;
    json_scanner{from.text}.array([&](json_value item) { items[next++] = text(item); });
    to = {items, count};
    return true;
  }

  template <class Range>
  bool read_range(json_value const& from, Range& to) const {
    if (from.kind != json_kind::array) return false;
    Range items;
    bool is_of_type = true;
    json_scanner{from.text}.array([&](json_value item) {
      typename Range::value_type value{};
      is_of_type = is_of_type && read(item, value);
      if (is_of_type) items.push_back(std::move(value));
    });
    if (is_of_type) to = std::move(items);
    return is_of_type;
  }

  /// Skips members that the struct does not describe. Absent members keep their value.
  template <described Struct>
  bool read_struct(json_value const& from, Struct& to) const {
    if (from.kind != json_kind::object) return false;
    Struct result = to;
    bool is_of_type = true;
    json_scanner{from.text}.object([&](json_member const& element) {
      for_each_member<Struct>([&](auto member) {
        if (element.name == member.name)
          is_of_type = read(element.value, result.*member.pointer) && is_of_type;
      });
    });
    if (is_of_type) to = result;
    return is_of_type;
  }

  [[gnu::noinline]] std::string_view unescaped(std::string_view text) const {
    char* const begin = new_array<char>(text.size());
    if (begin == nullptr) return {};
    char* to = begin;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t const escape = std::min(text.find('\\', at), text.size());
      std::memcpy(to, text.data() + at, escape - at);
      to += escape - at;
      at = escape;
      if (at == text.size()) break;
      detail::json_escape const decoded = detail::json_escape_at(text, at);
      to = detail::put_utf8(to, decoded.is_half() ? U'\ufffd' : decoded.character);
      at += decoded.size;
    }
    return {begin, static_cast<std::size_t>(to - begin)};
  }

  /// Null when the line may take no more.
  template <class T>
  T* new_array(std::size_t count) const {
    if (count > left_ / sizeof(T)) {
      ran_out_ = true;
      return nullptr;
    }
    left_ -= count * sizeof(T);
    return static_cast<T*>(memory_->allocate(count * sizeof(T), alignof(T)));
  }

  std::pmr::memory_resource* memory_;
  mutable std::size_t left_ = static_cast<std::size_t>(-1);
  mutable bool ran_out_ = false;
  mutable read::cut_numbers cut_;
};

}  // namespace read
}}  // namespace trace2::v0
