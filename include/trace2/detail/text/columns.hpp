// Columns of the human formats, written where the caller has made room. Widths are bytes, as in
// Git.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/duration_text.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The blanks of a column, for a text to be written over them. A constant number takes no call,
/// unlike the number that is missing behind a text.
template <std::size_t Width>
[[gnu::always_inline]] inline void put_blanks(char* column) noexcept {
  std::memset(column, ' ', Width);
}

/// The end of a column over whose blanks a text was written; what is wider stays (R-NRM-02,
/// R-PRF-02).
template <std::size_t Width>
char* end_of_column(char* column, char* text_end) noexcept {
  return text_end > column + Width ? text_end : column + Width;
}

/// A text at the left of a column. The room is that of the column and of the text.
template <std::size_t Width>
char* put_column(char* column, std::string_view text) noexcept {
  put_blanks<Width>(column);
  return end_of_column<Width>(column, put(column, text));
}

/// A duration at the right of a column; what is wider stays (R-PRF-06).
template <std::size_t Width>
char* put_column(char* column, duration value) noexcept {
  put_blanks<Width>(column);
  split_duration const parts{value};
  std::size_t const size = duration_size(parts);
  return put_duration(size < Width ? column + (Width - size) : column, parts);
}

/// `file:line`
inline char* put_place(char* to, std::string_view file, int line) noexcept {
  return put_decimal(put(to, file, ':'), line);
}

/// Replaces the beginning of a text by dots when it is wider than its column: the end of a path
/// says more (R-PRF-05).
template <std::size_t Width>
void elide_left(char* column, char* text_end) noexcept {
  if (text_end <= column + Width) return;
  char* const end = put(column, "...");
  auto const size = static_cast<std::size_t>(column + Width - end);
  std::memmove(end, text_end - size, size);
}

}}}  // namespace trace2::v0::detail
