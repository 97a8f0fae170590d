// Divides an amount of time among parts.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/saturating.hpp>

#include <cstdint>

namespace trace2::program {

/// Gives each part of a whole its share of an amount, to the nanosecond: when the parts have
/// reached the whole, their shares have reached the amount. None of the times is negative.
class time_share {
 public:
  time_share(std::int64_t amount, std::int64_t whole) noexcept : amount_{amount}, whole_{whole} {}

  std::int64_t next(std::int64_t part) noexcept;

 private:
  /// The amount limits what rounding makes of it.
  std::int64_t share_of_seen() const noexcept;

  std::int64_t amount_;
  std::int64_t whole_;
  std::int64_t seen_ = 0;
  std::int64_t given_ = 0;
};

}  // namespace trace2::program
