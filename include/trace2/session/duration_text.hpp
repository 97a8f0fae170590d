// Lengths of time in settings. Apart from scalar.hpp, because few programs have such settings.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/settings/scalar.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The nanoseconds of a length of time such as `500us`, `50ms`, `90s`, `10m`, `12h` or `7d`,
/// seconds without a unit; 0 for any other text, and for more than 146 years.
constexpr std::int64_t parse_duration(std::string_view text) noexcept {
  constexpr std::uint64_t second = 1'000'000'000;
  constexpr std::uint64_t most = std::uint64_t{1} << 62;
  std::uint64_t const number = take_number(text);
  std::uint64_t const unit = text.empty() || text == "s" ? second
                             : text == "us"              ? 1'000
                             : text == "ms"              ? 1'000'000
                             : text == "m"               ? 60 * second
                             : text == "h"               ? 3'600 * second
                             : text == "d"               ? 86'400 * second
                                                         : 0;
  return unit == 0 || number > most / unit ? 0 : static_cast<std::int64_t>(number * unit);
}

}}}  // namespace trace2::v0::detail
