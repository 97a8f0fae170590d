// Columns of the human formats. Widths are bytes, as in Git. A part is first appended and then
// fitted, so that no part needs a buffer of its own.
#pragma once

#include <trace2/detail/buffer.hpp>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace trace2::inline v0::detail {

/// Appends blanks until the buffer holds `size` bytes; what is wider stays (R-NRM-02, R-PRF-02).
inline void pad_to(buffer& out, std::size_t size) noexcept {
  if (out.size() < size) out.fill(size - out.size(), ' ');
}

/// Moves what was appended since `begin` to the right edge of a column; what is wider stays
/// (R-PRF-06).
inline void align_right(buffer& out, std::size_t begin, std::size_t width) noexcept {
  std::size_t const size = out.size() - begin;
  if (size >= width || !out.reserve(width - size)) return;
  char* const column = out.data() + begin;
  std::memmove(column + (width - size), column, size);
  std::memset(column, ' ', width - size);
  out.commit(width - size);
}

/// Replaces the beginning of what was appended since `begin` by dots when it is wider than the
/// column: the end of a path says more (R-PRF-05).
inline void elide_left(buffer& out, std::size_t begin, std::size_t width) noexcept {
  constexpr std::string_view dots = "...";
  std::size_t const size = out.size() - begin;
  if (size <= width) return;
  char* const column = out.data() + begin;
  std::memcpy(column, dots.data(), dots.size());
  std::memmove(column + dots.size(), column + (size - (width - dots.size())), width - dots.size());
  out.truncate(begin + width);
}

}  // namespace trace2::inline v0::detail
