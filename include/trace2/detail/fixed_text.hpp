// Text that is known at compile time and joined there: the constant parts of an EVENT line.
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2::inline v0::detail {

template <std::size_t Size>
struct fixed_text {
  char data[Size];
  constexpr std::string_view view() const noexcept { return {data, Size}; }
};

/// Joins what `Texts::text()` returns, a constant, for each type of the list.
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

}  // namespace trace2::inline v0::detail
