// The one spelling of durations, shared by all text formats.
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/value.hpp>

#include <cstdint>

namespace trace2::inline v0::detail {

/// Appends seconds with exactly six decimals, like printf's "%.6f" (R-TIME-05, R-HOST-06).
inline void append_seconds(buffer& out, seconds value) noexcept {
  constexpr std::uint64_t million = 1'000'000;
  std::uint64_t magnitude = static_cast<std::uint64_t>(value.microseconds);
  if (value.microseconds < 0) {
    out.append('-');
    magnitude = 0 - magnitude;
  }
  out.append_decimal(magnitude / million);
  auto fraction = static_cast<std::uint32_t>(magnitude % million);
  char digits[7] = {'.'};
  for (int i = 6; i > 0; --i, fraction /= 10) digits[i] = static_cast<char>('0' + fraction % 10);
  out.append({digits, sizeof digits});
}

}  // namespace trace2::inline v0::detail
