// Which of several processes has most likely written a line without a session id.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/line_process.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// The one whose times agree far better than those of all others; null if there is none.
inline line_process* clearest_writer(std::vector<line_process*> const& fit,
                                     line_facts const& line) {
  constexpr std::int64_t far_better = 4;
  constexpr std::int64_t noise = 200;
  if (!line.wall) return nullptr;
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> second;
  line_process* best = nullptr;
  for (line_process* const each : fit) {
    std::int64_t const later = each->delay_of(line).value_or(*line.wall - each->last_wall);
    // A process begins before its first line, so that a line may seem to be early.
    std::int64_t const delay = later < 0 ? -later / 4 : later;
    bool const is_expected =
        each->has_exited ==
        line.is<event::timer, event::counter, event::th_timer, event::th_counter, event::atexit>();
    if (!line.t_abs && !is_expected) continue;
    if (!least || delay < *least) {
      second = std::exchange(least, delay);
      best = each;
    } else if (!second || delay < *second) {
      second = delay;
    }
  }
  return !second || *least * far_better + noise < *second ? best : nullptr;
}

}}}  // namespace trace2::v0::read
