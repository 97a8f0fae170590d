// Divides an amount of time among parts.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstdint>

namespace trace2::program {

/// Gives each part of a whole its share of an amount, to the nanosecond: when the parts have
/// reached the whole, their shares have reached the amount. None of the times is negative.
class time_share {
 public:
  time_share(read::nanoseconds amount, read::nanoseconds whole) noexcept
      : amount_{amount}, whole_{whole} {}

  read::nanoseconds next(read::nanoseconds part) noexcept;

 private:
  /// The amount limits what rounding makes of it.
  read::nanoseconds share_of_seen() const noexcept;

  read::nanoseconds amount_;
  read::nanoseconds whole_;
  read::nanoseconds seen_{};
  read::nanoseconds given_{};
};

}  // namespace trace2::program
