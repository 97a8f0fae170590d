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

/// The content of a plain event. All members are set at once, also those that its sort has no use
/// for: to clear them all before would take longer.
inline plain_event plain_event_of(stored_event const& event) noexcept {
  using sort = plain_event::sort;
  return {.what = event.kind == layout::kind::region_enter   ? sort::region_enter
                  : event.kind == layout::kind::region_leave ? sort::region_leave
                                                             : sort::number,
          .nesting = event.open_regions,
          .thread_key = event.thread_key,
          .label_key = event.where->label_key,
          .wall = bounded_moment(event.at()),
          .elapsed = fine_duration{event.elapsed()}.in_nanoseconds(),
          .length = fine_duration{event.length()}.in_nanoseconds(),
          .number = static_cast<std::int64_t>(event.value)};
}

}}}}  // namespace trace2::v0::read::recording
