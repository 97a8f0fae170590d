// Divides an amount of time among parts.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Gives each part of a whole its share of an amount, to the nanosecond: when the parts have
/// reached the whole, their shares have reached the amount. None of the times is negative.
class time_share {
 public:
  time_share(std::int64_t amount, std::int64_t whole) noexcept : amount_{amount}, whole_{whole} {}

  std::int64_t next(std::int64_t part) noexcept {
    if (amount_ == whole_) return part;
    seen_ = read::saturating_add(seen_, part);
    std::int64_t const due = seen_ >= whole_ ? amount_ : std::max(share_of_seen(), given_);
    return due - std::exchange(given_, due);
  }

 private:
  /// The amount limits what rounding makes of it.
  std::int64_t share_of_seen() const noexcept {
    double const most = static_cast<double>(amount_);
    double const due = most * (static_cast<double>(seen_) / static_cast<double>(whole_));
    return due < most ? std::min(static_cast<std::int64_t>(due), amount_) : amount_;
  }

  std::int64_t amount_;
  std::int64_t whole_;
  std::int64_t seen_ = 0;
  std::int64_t given_ = 0;
};

}}}  // namespace trace2::v0::exporter
