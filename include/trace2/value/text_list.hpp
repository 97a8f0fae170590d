// A list of texts as a member of an event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// A borrowed list of texts, such as the arguments of a command.
struct text_list {
  std::string_view const* items{};  ///< borrowed
  std::size_t count{};              ///< number of items

  /// The first item.
  constexpr std::string_view const* begin() const noexcept { return items; }
  /// The place behind the last item.
  constexpr std::string_view const* end() const noexcept { return items + count; }
  /// True without items.
  constexpr bool empty() const noexcept { return count == 0; }
};

}}  // namespace trace2::v0
