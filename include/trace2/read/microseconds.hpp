// Nanoseconds as text in microseconds.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// Appends nanoseconds as microseconds, with three decimals where there is more than whole ones:
/// "12", "-0.009".
inline void append_microseconds(buffer& out, nanoseconds length) noexcept {
  // The magnitude of the least number has no signed type.
  auto const bits = static_cast<std::uint64_t>(length.count());
  std::uint64_t const size = length < no_time ? 0 - bits : bits;
  if (length < no_time) out.append('-');
  out.append_decimal(size / 1'000);
  if (size % 1'000 == 0) return;
  out.append('.');
  for (std::uint64_t digit = 100; digit > 0; digit /= 10)
    out.append(static_cast<char>('0' + size / digit % 10));
}

}}}  // namespace trace2::v0::read
