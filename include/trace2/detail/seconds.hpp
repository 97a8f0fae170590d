// The one spelling of durations, shared by all text formats.
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/digits.hpp>
#include <trace2/value.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>

namespace trace2::inline v0::detail {

/// Appends seconds with exactly six decimals, like printf's "%.6f" (R-TIME-05, R-HOST-06).
inline void append_seconds(buffer& out, seconds value) noexcept {
  constexpr std::uint64_t million = 1'000'000;
  constexpr std::size_t max_size = 32;
  if (!out.reserve(max_size)) return;
  char* to = out.end();
  std::uint64_t magnitude = static_cast<std::uint64_t>(value.microseconds);
  if (value.microseconds < 0) {
    *to++ = '-';
    magnitude = 0 - magnitude;
  }
  if (magnitude < 10 * million) [[likely]]
    *to++ = static_cast<char>('0' + magnitude / million);
  else
    to = std::to_chars(to, to + max_size, magnitude / million).ptr;
  *to++ = '.';
  to = put_digits<6>(to, static_cast<std::uint32_t>(magnitude % million));
  out.commit(static_cast<std::size_t>(to - out.end()));
}

}  // namespace trace2::inline v0::detail
