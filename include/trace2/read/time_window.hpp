// A span of the time of day.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

namespace trace2 { inline namespace v0 { namespace read {

/// The default is all of the time.
struct time_window {
  moment since = moment::min();  ///< the first moment in it
  moment until = moment::max();  ///< not in it, but for the last moment of all

  /// True for the default.
  constexpr bool is_all() const noexcept {
    return since == moment::min() && until == moment::max();
  }
  /// True for a moment in the window.
  constexpr bool holds(moment at) const noexcept {
    return at >= since && (at < until || until == moment::max());
  }
};

}}}  // namespace trace2::v0::read
