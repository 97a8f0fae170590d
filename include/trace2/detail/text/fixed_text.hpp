// Constant text, joined at compile time: the constant parts of an EVENT line.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A text of `Size` bytes, which may be a template argument.
template <std::size_t Size>
struct fixed_text {
  char data[Size]{};

  constexpr fixed_text() noexcept = default;
  consteval fixed_text(char const (&literal)[Size + 1]) noexcept {
    for (std::size_t i = 0; i < Size; ++i) data[i] = literal[i];
  }
  constexpr std::string_view view() const noexcept { return {data, Size}; }
};
template <std::size_t Size>
fixed_text(char const (&)[Size]) -> fixed_text<Size - 1>;

/// Writes the text into room that the caller has made, and returns the end. The compiler knows the
/// size, so this takes no function call.
template <std::size_t Size>
[[gnu::always_inline]] inline char* put(char* to, fixed_text<Size> const& text) noexcept {
  std::memcpy(to, text.data, Size);
  return to + Size;
}

/// Joins the constants that `Texts::text()` returns for the types of the list.
template <class... Texts>
inline constexpr auto joined_text = [] {
  fixed_text<(Texts::text().size() + ... + 0)> joined{};
  std::size_t size = 0;
  auto const append = [&](std::string_view text) {
    for (char const c : text) joined.data[size++] = c;
  };
  (append(Texts::text()), ...);
  return joined;
}();

}}}  // namespace trace2::v0::detail
