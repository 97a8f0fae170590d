// The spelling of durations, which all text formats share.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The most bytes that `put_duration` writes: the size of -9223372036854.775808.
inline constexpr std::size_t max_duration_size = 21;

/// The parts of a duration's text.
struct split_duration {
  std::uint64_t whole;
  std::uint32_t microseconds;
  bool is_negative;

  constexpr explicit split_duration(duration value) noexcept {
    constexpr std::uint64_t million = 1'000'000;
    auto const bits = static_cast<std::uint64_t>(value.in_microseconds());
    is_negative = value.in_microseconds() < 0;
    std::uint64_t const magnitude = is_negative ? 0 - bits : bits;
    whole = magnitude / million;
    microseconds = static_cast<std::uint32_t>(magnitude % million);
  }
};

/// Number of bytes that `put_duration` writes.
constexpr std::size_t duration_size(split_duration parts) noexcept {
  return static_cast<std::size_t>(parts.is_negative) + decimal_size(parts.whole) +
         std::string_view{".000000"}.size();
}

/// Writes seconds with exactly six decimals, like printf's "%.6f", into room that the caller has
/// made, and returns the end (R-TIME-05, R-HOST-06).
inline char* put_duration(char* to, split_duration parts) noexcept {
  if (parts.is_negative) *to++ = '-';
  to = put_decimal(to, parts.whole);
  *to++ = '.';
  return put_digits<6>(to, parts.microseconds);
}

[[gnu::noinline]] inline char* put_duration(char* to, duration value) noexcept {
  return put_duration(to, split_duration{value});
}

[[gnu::noinline]] inline void append_duration(buffer& out, duration value) noexcept {
  if (out.reserve(max_duration_size)) out.commit_until(put_duration(out.end(), value));
}

}}}  // namespace trace2::v0::detail
