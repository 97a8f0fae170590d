// A moment and a length of time, in which readers of traces count. A hostile trace can make no sum
// and no difference of them overflow: they stop at the ends of their ranges.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>

namespace trace2 { inline namespace v0 { namespace read {

// Addition and subtraction that saturate, so that a hostile trace can't make sums of durations
// overflow.

/// The sum, or the limit of the type nearest to it.
constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<std::int64_t>::min()
               : std::numeric_limits<std::int64_t>::max();
}

/// The same for counts.
template <std::unsigned_integral Count>
constexpr Count saturating_add(Count a, Count b) noexcept {
  Count sum{};
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<Count>::max() : sum;
}

/// The same for the difference.
constexpr std::int64_t saturating_difference(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return a < 0 ? std::numeric_limits<std::int64_t>::min()
               : std::numeric_limits<std::int64_t>::max();
}

/// A length of time. Not std::chrono::nanoseconds, whose overflow is undefined behaviour.
class nanoseconds {
 public:
  /// No time: 0.
  constexpr nanoseconds() noexcept = default;
  /// That many nanoseconds.
  constexpr explicit nanoseconds(std::int64_t count) noexcept : count_{count} {}

  /// The number of nanoseconds.
  constexpr std::int64_t count() const noexcept { return count_; }

  /// No time is longer.
  static constexpr nanoseconds max() noexcept {
    return nanoseconds{std::numeric_limits<std::int64_t>::max()};
  }
  /// No time is further back.
  static constexpr nanoseconds min() noexcept {
    return nanoseconds{std::numeric_limits<std::int64_t>::min()};
  }

  friend constexpr bool operator==(nanoseconds, nanoseconds) noexcept = default;
  friend constexpr auto operator<=>(nanoseconds, nanoseconds) noexcept = default;

  friend constexpr nanoseconds operator+(nanoseconds a, nanoseconds b) noexcept {
    return nanoseconds{saturating_add(a.count_, b.count_)};
  }
  friend constexpr nanoseconds operator-(nanoseconds a, nanoseconds b) noexcept {
    return nanoseconds{saturating_difference(a.count_, b.count_)};
  }
  /// The same length in the other direction.
  constexpr nanoseconds operator-() const noexcept { return nanoseconds{} - *this; }
  /// Adds a length.
  constexpr nanoseconds& operator+=(nanoseconds more) noexcept { return *this = *this + more; }
  /// Takes a length off.
  constexpr nanoseconds& operator-=(nanoseconds less) noexcept { return *this = *this - less; }

  friend constexpr nanoseconds operator*(std::int64_t times, nanoseconds length) noexcept {
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(times, length.count_, &product)) return nanoseconds{product};
    return (times < 0) == (length.count_ < 0) ? max() : min();
  }
  /// Cut to whole ones, as with integers. Precondition of these three: what divides is above 0.
  friend constexpr nanoseconds operator/(nanoseconds length, std::int64_t parts) noexcept {
    return nanoseconds{length.count_ / parts};
  }
  friend constexpr std::int64_t operator/(nanoseconds length, nanoseconds unit) noexcept {
    return length.count_ / unit.count_;
  }
  friend constexpr nanoseconds operator%(nanoseconds length, nanoseconds unit) noexcept {
    return nanoseconds{length.count_ % unit.count_};
  }

 private:
  std::int64_t count_ = 0;
};

inline constexpr nanoseconds no_time{};

/// The length without its direction.
constexpr nanoseconds abs(nanoseconds length) noexcept {
  return length < no_time ? -length : length;
}

/// The length in seconds, rounded to the 53 bits of a double.
constexpr double seconds_of(nanoseconds length) noexcept {
  return static_cast<double>(length.count()) / 1e9;
}

/// A point of time, by its distance from the epoch; the default is the epoch.
class moment {
 public:
  /// The epoch.
  constexpr moment() noexcept = default;
  /// The moment at that distance.
  constexpr explicit moment(nanoseconds since_epoch) noexcept : since_epoch_{since_epoch} {}

  /// The distance.
  constexpr nanoseconds since_epoch() const noexcept { return since_epoch_; }

  /// No moment is later.
  static constexpr moment max() noexcept { return moment{nanoseconds::max()}; }
  /// No moment is earlier.
  static constexpr moment min() noexcept { return moment{nanoseconds::min()}; }

  friend constexpr bool operator==(moment, moment) noexcept = default;
  friend constexpr auto operator<=>(moment, moment) noexcept = default;

  friend constexpr nanoseconds operator-(moment to, moment from) noexcept {
    return to.since_epoch_ - from.since_epoch_;
  }
  friend constexpr moment operator+(moment from, nanoseconds length) noexcept {
    return moment{from.since_epoch_ + length};
  }
  friend constexpr moment operator-(moment to, nanoseconds length) noexcept {
    return moment{to.since_epoch_ - length};
  }
  /// Moves it by a length.
  constexpr moment& operator+=(nanoseconds length) noexcept { return *this = *this + length; }
  /// Moves it back.
  constexpr moment& operator-=(nanoseconds length) noexcept { return *this = *this - length; }

 private:
  nanoseconds since_epoch_;
};

}}}  // namespace trace2::v0::read
