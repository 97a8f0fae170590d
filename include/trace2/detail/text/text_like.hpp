// The types that are texts to everything that writes values.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text.hpp>

#include <concepts>
#include <string_view>
#include <type_traits>

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

}}}  // namespace trace2::v0::detail
