// The numbers that values may be: those that every format writes whole.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// An integer of more than 64 bits, such as `__int128`. With -std=gnu++20 it counts as an integer
/// of the standard library, with -std=c++20 it doesn't.
template <class T>
inline constexpr bool is_wide_integer = std::is_integral_v<T> && sizeof(T) > 8;
#ifdef __SIZEOF_INT128__
__extension__ using wide_integer = __int128;
__extension__ using wide_natural = unsigned __int128;
template <>
inline constexpr bool is_wide_integer<wide_integer> = true;
template <>
inline constexpr bool is_wide_integer<wide_natural> = true;
#endif

/// A static_cast between integers whose types are the same on some systems, where compilers would
/// call it useless: std::size_t and std::uint64_t, and the results of std::bit_width.
template <class To, class From>
constexpr To narrow_cast(From value) noexcept {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else
    return static_cast<To>(value);
}

/// A code unit of another encoding than that of texts. Written as a number it would look like one,
/// and a part of a character can't be written as a text.
template <class T>
inline constexpr bool is_foreign_character =
    std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> || std::is_same_v<T, char16_t> ||
    std::is_same_v<T, char32_t>;

/// An integer or truth value that every format writes, `char` included.
template <class T>
concept written_integer = std::is_integral_v<T> && !is_wide_integer<T> && !is_foreign_character<T>;

/// An arithmetic type that every format writes. A `long double` becomes the nearest `double`.
template <class T>
concept written_number = written_integer<T> || std::is_floating_point_v<T>;

/// A number that looks like an integer and that no format writes.
template <class T>
concept unwritten_number = is_wide_integer<T> || is_foreign_character<T>;

/// The same of an enumeration of such numbers.
template <class T>
concept unwritten_enum = std::is_enum_v<T> && requires {
  requires unwritten_number<std::underlying_type_t<T>>;
};

/// The remedy, which compilers show with the deleted function that is called.
struct cast_to_64_bits_or_give_a_text {};

}}}  // namespace trace2::v0::detail
