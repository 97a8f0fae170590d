// An event of a recording as it is stored, and which records are plain events.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/recording/layout.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Its texts are valid until its stream goes on.
struct stored_event {
  std::int64_t nanoseconds = 0;       ///< time of the machine's monotonic clock
  std::int64_t wall_nanoseconds = 0;  ///< since the epoch
  std::int64_t started = 0;           ///< the same moment of the process's start
  /// Of the beginning of the region or task around it, which it may end; nothing if that is lost.
  std::optional<std::int64_t> since{};
  std::string_view thread;
  text_key thread_key = no_key;
  std::uint32_t thread_number = 0;
  int open_regions = 0;
  int repo = -1;
  std::string_view file;
  int line = 0;

  schema const* what = nullptr;  ///< null: a short record
  recorded_bytes members;        ///< in the order of the schema
  std::int64_t told_t_abs = 0;   ///< only for whole events, like the next one
  std::int64_t told_wall = 0;

  layout::kind kind = layout::kind::none;
  site const* where = nullptr;  ///< only for short records, like those below; null: has none
  std::uint64_t value = 0;      ///< a number, or that of the task that the event is about
  std::uint64_t task = 0;       ///< the task that the thread runs
  std::int64_t t_run = 0;       ///< microseconds

  // Microseconds, as the writer tells them: it subtracts whole ones.
  std::int64_t t_abs() const noexcept {
    return what == nullptr ? nanoseconds / 1000 - started / 1000 : told_t_abs;
  }
  std::int64_t wall() const noexcept {  ///< since the epoch
    return what == nullptr ? wall_nanoseconds / 1000 : told_wall;
  }
  std::int64_t t_rel() const noexcept { return since ? nanoseconds / 1000 - *since / 1000 : 0; }

  // The same in nanoseconds.
  moment at() const noexcept { return moment{read::nanoseconds{wall_nanoseconds}}; }
  read::nanoseconds elapsed() const noexcept {
    return read::nanoseconds{nanoseconds} - read::nanoseconds{started};
  }
  read::nanoseconds length() const noexcept {
    return since ? read::nanoseconds{nanoseconds} - read::nanoseconds{*since} : no_time;
  }

  // Of short records:
  bool is_enter() const noexcept {
    return kind == layout::kind::region_enter || kind == layout::kind::wait_enter;
  }
  bool is_leave() const noexcept {
    return kind == layout::kind::region_leave || kind == layout::kind::wait_leave;
  }
  bool is_wait() const noexcept {
    return kind == layout::kind::wait_enter || kind == layout::kind::wait_leave;
  }
  /// A region of a thread that runs no task, as nearly all events of a hot loop are.
  bool is_plain_region() const noexcept {
    return what == nullptr && task == 0 &&
           (kind == layout::kind::region_enter || kind == layout::kind::region_leave);
  }
  bool is_about_task() const noexcept {
    return what == nullptr && kind >= layout::kind::task_begin && kind < layout::kind::state;
  }
};

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
