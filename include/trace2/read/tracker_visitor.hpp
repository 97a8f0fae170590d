// What a tracker tells whoever follows a trace with it.
#pragma once

#include <trace2/read/occurrence.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// How much a tracker keeps in mind at the same time, over all processes. What goes beyond is
/// refused, with a reason; but of processes the one that has said nothing for longest is given up.
/// Whatever a trace holds, memory stays below 400 MiB.
struct tracker_limits {
  std::size_t processes = 20'000;  ///< that have not ended
  std::size_t ended = 256;         ///< processes of which late events may still come
  std::size_t threads = 100'000;
  std::size_t regions = 500'000;
  std::size_t children = 20'000;
  std::size_t sid_bytes = 4'096;
  std::size_t thread_bytes = 256;
};

/// An event and where it happened.
struct moment {
  traced_process& process;
  traced_thread& thread;
  std::int64_t at;  ///< microseconds since the epoch, estimated where the source says no time
  read::occurrence const& occurrence;
};

/// A region that has just been closed.
struct closed_region {
  open_region const& region;
  std::int64_t end;
  std::int64_t total;      ///< what the writer has measured, else from begin to end
  occurrence const* end_event;  ///< that has reported the end; null if nothing did

  bool is_complete() const noexcept { return end_event != nullptr; }

  std::int64_t self() const noexcept { return region.nested < total ? total - region.nested : 0; }
};

/// Derive from it and hide the calls of interest. All but the ends of threads and processes come
/// before `event` of the line that causes them.
struct tracker_visitor {
  /// The parent is null when it is not in the trace, or has ended some time ago.
  void process_began(traced_process&, traced_process* /*parent*/) {}
  void thread_began(traced_process&, traced_thread&) {}
  void region_entered(traced_process&, traced_thread&, open_region&, occurrence const&) {}
  void region_left(traced_process&, traced_thread&, closed_region const&) {}
  void child_started(moment const&, open_child&) {}
  /// Collected by its parent, or left to itself.
  void child_ended(moment const&, open_child const&) {}
  void event(moment const&) {}
  void thread_ended(traced_process&, traced_thread&) {}
  /// Some time after the last event of the process, so that what a fork of it still says belongs to
  /// it (R-LIFE-16).
  void process_ended(traced_process&) {}
};

}}}  // namespace trace2::v0::read
