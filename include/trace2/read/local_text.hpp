// Shows a moment in local time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/local_time.hpp>
#include <trace2/value/number.hpp>

#include <cstdint>
#include <ctime>
#include <string>

namespace trace2 { inline namespace v0 { namespace read {

/// A moment, in seconds since the epoch, in the local time zone and in a form of strftime, of less
/// than 80 bytes; empty for a year that the system can't tell.
inline std::string local_text(std::int64_t seconds, char const* form) {
  auto const moment = trace2::detail::narrow_cast<std::time_t>(seconds);
  std::tm local{};
  char text[80];
  if (!trace2::detail::to_local_time(moment, local)) return {};
// The callers' forms are constants.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return {text, std::strftime(text, sizeof text, form, &local)};
#pragma GCC diagnostic pop
}

}}}  // namespace trace2::v0::read
