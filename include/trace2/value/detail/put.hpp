// Short texts, written into room that the caller has made. Like std::to_chars each function takes
// the position to write at and returns the position behind. So the end of a line stays in a
// register while the line is built, and the room for the line is reserved once.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Copies at least `Step` bytes, in pieces of `Step` bytes; the last two may overlap.
template <std::size_t Step>
inline void copy_in_steps(char* to, char const* from, std::size_t size) noexcept {
  std::size_t const last = size - Step;
  for (std::size_t at = 0; at < last; at += Step) std::memcpy(to + at, from + at, Step);
  std::memcpy(to + last, from + last, Step);
}

inline char* put(char* to, char c) noexcept {
  *to = c;
  return to + 1;
}

/// Like std::memcpy, but without a function call for texts as short as names are.
inline char* put(char* to, std::string_view text) noexcept {
  std::size_t const size = text.size();
  if (size > 32)
    std::memcpy(to, text.data(), size);
  else if (size >= 8)
    copy_in_steps<8>(to, text.data(), size);
  else if (size >= 4)
    copy_in_steps<4>(to, text.data(), size);
  else
    for (std::size_t at = 0; at < size; ++at) to[at] = text[at];
  return to + size;
}

/// A literal: its size is known to the compiler.
template <std::size_t Size>
[[gnu::always_inline]] inline char* put(char* to, char const (&literal)[Size]) noexcept {
  std::memcpy(to, literal, Size - 1);
  return to + (Size - 1);
}

/// Writes all parts, one behind the other.
template <class First, class Second, class... Rest>
char* put(char* to, First const& first, Second const& second, Rest const&... rest) noexcept {
  return put(put(to, first), second, rest...);
}

}}}  // namespace trace2::v0::detail
