// Which records of a recording are plain events.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/recording/stored_event.hpp>

#include <cstdint>
#include <limits>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

inline bool is_plain(stored_event const& event) noexcept {
  constexpr auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  if (event.what != nullptr || event.task != 0) return false;
  switch (event.kind) {
    case layout::kind::region_enter:
    case layout::kind::region_leave:
    case layout::kind::data_signed:
      return true;
    case layout::kind::data_unsigned:
      return event.value <= most;
    default:
      return false;
  }
}

/// The content of a plain event.
inline plain_event plain_event_of(stored_event const& event) noexcept {
  plain_event made{.what = plain_event::sort::region_enter,
                   .nesting = event.open_regions,
                   .thread_key = event.thread_key,
                   .label_key = event.where->label_key,
                   .wall = bounded_moment(event.wall_nanoseconds)};
  if (event.kind == layout::kind::region_enter) return made;
  if (event.kind == layout::kind::region_leave) {
    made.what = plain_event::sort::region_leave;
    made.length = event.length();
  } else {
    made.what = plain_event::sort::number;
    made.elapsed = event.elapsed();
    made.number = static_cast<std::int64_t>(event.value);
  }
  return made;
}

}}}}  // namespace trace2::v0::read::recording
