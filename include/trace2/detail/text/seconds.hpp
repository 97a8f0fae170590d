// The one spelling of durations, shared by all text formats.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/digits.hpp>
#include <trace2/value/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The most bytes that `put_seconds` writes: those of -9223372036854.775808.
inline constexpr std::size_t max_seconds_size = 21;

/// A duration as its text shows it.
struct split_seconds {
  std::uint64_t whole;
  std::uint32_t microseconds;
  bool is_negative;

  constexpr explicit split_seconds(seconds value) noexcept {
    constexpr std::uint64_t million = 1'000'000;
    auto const bits = static_cast<std::uint64_t>(value.microseconds);
    is_negative = value.microseconds < 0;
    std::uint64_t const magnitude = is_negative ? 0 - bits : bits;
    whole = magnitude / million;
    microseconds = static_cast<std::uint32_t>(magnitude % million);
  }
};

/// Number of bytes that `put_seconds` writes.
constexpr std::size_t seconds_size(split_seconds parts) noexcept {
  return static_cast<std::size_t>(parts.is_negative) + decimal_size(parts.whole) +
         std::string_view{".000000"}.size();
}

/// Writes seconds with exactly six decimals, like printf's "%.6f", where there is room, and returns
/// the end (R-TIME-05, R-HOST-06).
inline char* put_seconds(char* to, split_seconds parts) noexcept {
  if (parts.is_negative) *to++ = '-';
  to = put_decimal(to, parts.whole);
  *to++ = '.';
  return put_digits<6>(to, parts.microseconds);
}

inline char* put_seconds(char* to, seconds value) noexcept {
  return put_seconds(to, split_seconds{value});
}

[[gnu::noinline]] inline void append_seconds(buffer& out, seconds value) noexcept {
  if (out.reserve(max_seconds_size)) out.commit_until(put_seconds(out.end(), value));
}

}}}  // namespace trace2::v0::detail
