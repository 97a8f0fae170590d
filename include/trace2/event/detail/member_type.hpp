// The types that members of events have for formats and in recordings: one table. A further type is
// a number and a row here; what its values look like is said where values of its C++ type are
// written: append_json, text_line, and for a row that isn't plain the two ends of a recording.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_form.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/enumerator.hpp>
#include <trace2/value/number.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

class json_output;

/// The type of a member; the comments say how a recording stores it, by these very numbers.
enum class member_type : std::uint32_t {
  boolean = 1,    ///< u8
  character = 2,  ///< one byte of text
  int8 = 3,
  int16 = 4,
  int32 = 5,
  int64 = 6,
  uint8 = 7,
  uint16 = 8,
  uint32 = 9,
  uint64 = 10,
  float32 = 11,
  float64 = 12,
  text = 13,
  texts = 14,         ///< u32 count, texts
  microseconds = 15,  ///< i64 microseconds
  value = 16,         ///< u32 type, one of text, int64, uint64, float64, microseconds; then that
  json = 17,          ///< text: JSON that the program gave
  rendered = 18,      ///< text: the member as JSON
  enumeration = 19    ///< text: the name; absent: an i64 value follows
};

/// An enumerator; the name is empty when it has none.
struct enumerator_value {
  std::string_view name;
  std::int64_t number;
};

/// A borrowed value of a type that only its event knows; null when it is absent.
struct rendered_value {
  void const* value;
  void (*append)(json_output const& out, void const* value) noexcept;
};

/// A row: a member_value holds a `Held`, and gives it to visitors as a `View`.
template <member_type Type, class Held, class View = Held>
struct member_row {
  static constexpr member_type type = Type;
  using held = Held;
  using view = View;
  /// A recording has the bytes of the value as they are.
  static constexpr bool is_plain = std::is_arithmetic_v<Held> || std::is_same_v<Held, duration>;
};

template <class... Rows>
struct member_rows {
  /// Calls `use(row)` with the row of the type. False when there is none: a recording may say so.
  template <class Use>
  static constexpr bool with_row(member_type type, Use&& use) {
    return ((type == Rows::type ? (use(Rows{}), true) : false) || ...);
  }

  /// The size of a value that a recording stores as it is; 0 of all others.
  static constexpr std::size_t plain_size(member_type type) noexcept {
    constexpr unsigned char sizes[] = {(Rows::is_plain ? sizeof(typename Rows::held) : 0)...};
    auto const at = static_cast<std::size_t>(type) - 1;
    return at < sizeof sizes ? sizes[at] : 0;
  }

  /// The size of what a member_value holds.
  static constexpr std::size_t held_size(member_type type) noexcept {
    constexpr unsigned char sizes[] = {sizeof(typename Rows::held)...};
    return sizes[static_cast<std::size_t>(type) - 1];
  }

  /// The type whose values are of exactly this C++ type; `otherwise` when there is none.
  template <class T>
  static constexpr member_type holding(member_type otherwise) noexcept {
    member_type type = otherwise;
    ((std::is_same_v<T, typename Rows::held> ? void(type = Rows::type) : void()), ...);
    return type;
  }

  template <class T>
  static constexpr bool holds = (std::is_same_v<T, typename Rows::held> || ...);

  /// Rows stand in the order of their numbers.
  static constexpr bool is_ordered = [] {
    std::uint32_t number = 0;
    return ((static_cast<std::uint32_t>(Rows::type) == ++number) && ...);
  }();
};

using member_table = member_rows<                                             //
    member_row<member_type::boolean, bool>,                                   //
    member_row<member_type::character, char>,                                 //
    member_row<member_type::int8, std::int8_t, std::int64_t>,                 //
    member_row<member_type::int16, std::int16_t, std::int64_t>,               //
    member_row<member_type::int32, std::int32_t, std::int64_t>,               //
    member_row<member_type::int64, std::int64_t>,                             //
    member_row<member_type::uint8, std::uint8_t, std::uint64_t>,              //
    member_row<member_type::uint16, std::uint16_t, std::uint64_t>,            //
    member_row<member_type::uint32, std::uint32_t, std::uint64_t>,            //
    member_row<member_type::uint64, std::uint64_t>,                           //
    member_row<member_type::float32, float>,                                  //
    member_row<member_type::float64, double>,                                 //
    member_row<member_type::text, std::string_view>,                          //
    member_row<member_type::texts, text_list>,                                //
    member_row<member_type::microseconds, duration>,                          //
    member_row<member_type::value, data_value>,                               //
    member_row<member_type::json, json_text>,                                 //
    member_row<member_type::rendered, rendered_value>,                        //
    member_row<member_type::enumeration, enumerator_value, std::string_view>  // or its number
    >;
static_assert(member_table::is_ordered);

/// The type of a member of type T.
template <class T>
constexpr member_type member_type_of() noexcept {
  using enum member_type;
  if constexpr (text_like<T> && !std::is_null_pointer_v<T>)
    return text;
  else if constexpr (described_enum<T>)
    return enumeration;
  else if constexpr (std::is_enum_v<T>)
    return member_type_of<std::underlying_type_t<T>>();
  else if constexpr (std::same_as<T, bool> || std::same_as<T, char>)
    return member_table::holding<T>(rendered);
  else if constexpr (is_wide_integer<T>)
    return rendered;  // a static_assert refuses it there
  else if constexpr (std::signed_integral<T>)
    return sizeof(T) == 1 ? int8 : sizeof(T) == 2 ? int16 : sizeof(T) == 4 ? int32 : int64;
  else if constexpr (std::unsigned_integral<T>)
    return sizeof(T) == 1 ? uint8 : sizeof(T) == 2 ? uint16 : sizeof(T) == 4 ? uint32 : uint64;
  else if constexpr (chrono_duration<T>)
    return microseconds;
  else if constexpr (std::is_same_v<T, long double>)
    return float64;
  else
    return member_table::holding<T>(rendered);
}

}}}  // namespace trace2::v0::detail
