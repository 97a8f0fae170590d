// A span of the time of day.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// In nanoseconds since the epoch. The default is all of the time.
struct time_window {
  std::int64_t since = INT64_MIN;  ///< the first moment in it
  std::int64_t until = INT64_MAX;  ///< not in it, but for the greatest number

  /// True for the default.
  constexpr bool is_all() const noexcept { return since == INT64_MIN && until == INT64_MAX; }
  /// True for a moment in the window.
  constexpr bool holds(std::int64_t moment) const noexcept {
    return moment >= since && (moment < until || until == INT64_MAX);
  }
};

}}}  // namespace trace2::v0::read
