// The interface between a tracker and its visitor: limits, arguments of calls, and the calls
// themselves.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// The most state that a tracker keeps at the same time, over all processes. An event beyond a
/// limit is refused with a reason. At the limit of processes the one that has been silent for
/// longest is given up, as at the limit of memory.
struct tracker_limits {
  std::size_t processes = 20'000;  ///< processes that have not ended
  std::size_t ended = 256;         ///< ended processes that may still emit late events
  std::size_t threads = 100'000;
  std::size_t regions = 500'000;
  std::size_t children = 20'000;
  std::size_t sid_bytes = 4'096;
  std::size_t thread_bytes = 256;
  std::size_t memory = limits::tracker_memory;  ///< bytes for all of them
};

/// An event with its process, thread and time.
struct moment {
  traced_process& process;
  traced_thread& thread;
  std::int64_t at;  ///< microseconds since the epoch, estimated if the event has no time
  read::occurrence const& occurrence;
};

/// A region that has just been closed.
struct closed_region {
  open_region const& region;
  std::int64_t end;
  std::int64_t total;           ///< as the writer has measured it, else from begin to end
  occurrence const* end_event;  ///< event that has reported the end; null without one

  bool is_complete() const noexcept { return end_event != nullptr; }

  std::int64_t self() const noexcept { return region.nested < total ? total - region.nested : 0; }

  /// The time that it takes of its thread: the total, and never less than its parts. These may be
  /// longer by what the writer has rounded.
  std::int64_t whole() const noexcept { return std::max(total, region.inside); }
};

/// The base of visitors: derive from it and hide the calls of interest. All calls but the ends of
/// threads and processes come before the `event` call of the line that causes them.
struct tracker_visitor {
  /// The parent is null when it isn't in the trace, or when it has ended some time ago.
  void process_began(traced_process&, traced_process* /*parent*/) {}
  void thread_began(traced_process&, traced_thread&) {}
  void region_entered(traced_process&, traced_thread&, open_region&, occurrence const&) {}
  void region_left(traced_process&, traced_thread&, closed_region const&) {}
  void child_started(moment const&, open_child&) {}
  /// The parent has collected the child, or has left it to itself.
  void child_ended(moment const&, open_child const&) {}
  /// The thread has spent this time in waiting for the child with this tag, in the region that is
  /// its innermost one now (child_waits.hpp). Comes before the call for what has ended the wait.
  void child_waited(traced_thread&, std::uint64_t /*tag*/, std::int64_t /*since*/,
                    std::int64_t /*time*/) {}
  void event(moment const&) {}
  void thread_ended(traced_process&, traced_thread&) {}
  /// Comes some time after the last event of the process, so that late events of its forks still
  /// belong to it (R-LIFE-16).
  void process_ended(traced_process&) {}
};

}}}  // namespace trace2::v0::read
