// Cuts texts of a trace, which may be of any length.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The beginning of a text: at most `most` bytes, and no part of a character.
constexpr std::string_view cut_text(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  std::size_t size = most;
  while (size > 0 && most - size < 3 && continues_character(text[size])) --size;
  return text.substr(0, size);
}

/// The beginning of a text, with an ellipsis for the missing rest.
inline std::string cut_text_visibly(std::string_view text, std::size_t most) {
  std::string_view const beginning = cut_text(text, most);
  std::string result{beginning};
  return beginning.size() == text.size() ? result : result + "\u2026";
}

}}}  // namespace trace2::v0::read
