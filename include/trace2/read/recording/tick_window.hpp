// A span of the time of day in the ticks of a recording.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/tick_scale.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/read/time_window.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// The first tick and the last one.
struct tick_window {
  std::int64_t since = INT64_MIN;
  std::int64_t until = INT64_MAX;
  bool is_for_end = false;  ///< behind all events: who asks looks for the last ones
};

/// When a scale shows a moment of the time of day, and a little before (`side` is -1) or after (1).
inline std::int64_t ticks_at(trace2::detail::tick_segment const& scale, moment at,
                             int side) noexcept {
  double const wall = static_cast<double>(scale.nanoseconds + scale.wall_difference);
  double const rate = static_cast<double>(scale.rate) / trace2::detail::tick_segment::unit;
  double const ticks = (static_cast<double>(at.since_epoch().count()) - wall) / rate;
  double const end = static_cast<double>(scale.from) + ticks;
  // Also what floating point rounds away.
  constexpr double parts = std::int64_t{1} << 50;
  double const apart =
      (1 << 16) + (std::abs(ticks) + std::abs(end) + std::abs(wall) / rate) / parts;
  return static_cast<std::int64_t>(std::clamp(end + side * apart, -9.2e18, 9.2e18));
}

/// The same in a period. Where it stands in for pieces that the reader doesn't know, the clock may
/// have gone a little faster or slower, and somebody may have set it at any moment. Only a clock
/// that was set there and back again stays unseen.
inline std::int64_t ticks_at(dictionary::period const& in, moment at, int side) noexcept {
  if (!in.has_gap) return ticks_at(in.scale, at, side);
  constexpr std::uint64_t parts = 1'000;
  std::uint64_t const length =
      static_cast<std::uint64_t>(in.last) - static_cast<std::uint64_t>(in.begin);
  trace2::detail::tick_segment scale = in.scale;
  auto const [lower, higher] = std::minmax(in.scale.wall_difference, in.next_wall_difference);
  // The further the clock is ahead, the earlier it shows the moment.
  scale.wall_difference = side < 0 ? higher : lower;
  return saturating_add(ticks_at(scale, at, side),
                        side * static_cast<std::int64_t>(length / parts));
}

/// Bounds of the ticks at which the time of day is in the window, a little apart. As somebody may
/// set the clock back, it may be outside of the window between them. Absurd scales, which only
/// damaged recordings have, give all ticks.
inline tick_window ticks_of(time_window const& window, dictionary const& words) {
  constexpr std::int64_t most = std::int64_t{1} << 61;
  auto const is_absurd = [](std::int64_t value) { return value < -most || value > most; };
  tick_window ticks{INT64_MAX, INT64_MIN, window.since == moment::max()};
  words.for_each_period([&](dictionary::period const& each) {
    trace2::detail::tick_segment const& scale = each.scale;
    if (scale.rate <= 0 || is_absurd(scale.from) || is_absurd(scale.nanoseconds) ||
        is_absurd(scale.wall_difference) || is_absurd(each.next_wall_difference)) {
      ticks = {};
      return;
    }
    std::int64_t const since =
        window.since == moment::min() ? INT64_MIN : ticks_at(each, window.since, -1);
    std::int64_t const until =
        window.until == moment::max() ? INT64_MAX : ticks_at(each, window.until, 1);
    if (since <= each.last) ticks.since = std::min(ticks.since, std::max(since, each.begin));
    if (until >= each.begin) ticks.until = std::max(ticks.until, std::min(until, each.last));
  });
  return ticks;
}

}}}}  // namespace trace2::v0::read::recording
