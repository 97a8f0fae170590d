// The interface between a tracker and its visitor: limits, arguments of calls, and the calls
// themselves.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

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
  std::size_t tasks = 200'000;
  std::size_t sid_bytes = 4'096;
  std::size_t thread_bytes = 256;
  std::size_t memory = limits::tracker_memory;  ///< bytes for all of them but tasks
  std::size_t task_memory = limits::open_tasks_memory;
};

/// An event with its process, thread and time.
struct moment {
  traced_process& process;
  traced_thread& thread;
  std::int64_t at;  ///< nanoseconds since the epoch, estimated if the event has no time
  read::occurrence const& occurrence;
};

/// A region of a thread or a task that has just been closed.
struct closed_region {
  open_region const& region;
  std::int64_t end;
  std::int64_t total;  ///< as the writer has measured it, else from begin to end
  bool is_complete;    ///< an event has reported the end

  /// Nothing works in a region that only waits, or while no thread runs its task.
  std::int64_t self() const noexcept {
    std::int64_t const others = saturating_add(region.nested, region.waited);
    return others < total && !region.only_waits ? total - others : 0;
  }

  /// The time that it takes of its thread or task: the total, and never less than its parts. These
  /// may be longer by what the writer has rounded.
  std::int64_t whole() const noexcept {
    return std::max(total, saturating_add(region.inside, region.waited));
  }
};

/// A task that has just ended.
struct closed_task {
  open_task const& task;
  std::int64_t end;
  std::int64_t total;  ///< as the writer has measured it, else from begin to end
  bool is_complete;    ///< an event has reported the end

  /// A thread ran it, and it was in no region that only waits.
  std::int64_t running() const noexcept {
    return std::clamp<std::int64_t>(task.running - task.blocked, 0, total);
  }
  std::int64_t waiting() const noexcept { return total - running(); }
  /// As that of a region.
  std::int64_t whole() const noexcept {
    return std::max(total, saturating_add(task.inside, task.waited));
  }
};

/// What contradicts the events of tasks before; nothing else is wrong with such an event.
enum class task_fault : unsigned char {
  not_begun,    ///< no event has told the task's beginning
  begun_twice,  ///< the first of the two tasks ends there
  runs_twice,   ///< another thread ran the task, and no longer counts as running it
  not_running   ///< the thread that no longer runs the task has not run it
};
inline constexpr std::size_t task_fault_count = 4;

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
  void task_began(moment const&, open_task&, std::string_view /*message*/) {}
  /// From now on the moment's thread runs the task.
  void task_resumed(moment const&, open_task&) {}
  /// The thread has spent this time in running the task: in the task's innermost region, and in the
  /// thread's. Comes before the call for what ends one of the two.
  void task_ran(traced_process&, traced_thread&, open_task&, std::int64_t /*since*/,
                std::int64_t /*time*/) {}
  /// The thread no longer runs the task.
  void task_paused(traced_process&, traced_thread&, open_task&) {}
  /// No thread has run the task in this time. Comes as `task_ran` does.
  void task_waited(traced_process&, open_task&, std::int64_t /*since*/, std::int64_t /*time*/) {}
  /// The other task may have ended, or may never begin.
  void task_linked(moment const&, open_task&, task_event const&) {}
  void task_region_entered(moment const&, open_task&, open_region&, std::string_view /*message*/) {}
  void task_region_left(traced_process&, open_task&, closed_region const&) {}
  void task_ended(traced_process&, closed_task const&) {}
  void task_went_wrong(traced_process&, task_fault) {}
  void event(moment const&) {}
  void thread_ended(traced_process&, traced_thread&) {}
  /// Comes some time after the last event of the process, so that late events of its forks still
  /// belong to it (R-LIFE-16).
  void process_ended(traced_process&) {}
};

}}}  // namespace trace2::v0::read
