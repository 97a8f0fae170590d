// A list of texts as a member of an event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// A borrowed list of texts, such as the arguments of a command.
struct text_list {
  std::string_view const* items{};
  std::size_t count{};

  constexpr std::string_view const* begin() const noexcept { return items; }
  constexpr std::string_view const* end() const noexcept { return items + count; }
  constexpr bool empty() const noexcept { return count == 0; }
};

}}  // namespace trace2::v0
