// The interface between a tracker and its visitor: limits, arguments of calls, and the calls
// themselves.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace trace2 { inline namespace v0 { namespace read {

/// The most state that a tracker keeps at the same time: a number limits the entries of each table,
/// or the bytes of all texts together. An event beyond a limit is refused with a reason. At the
/// limit of processes, or of texts, the process that has been silent for longest is given up.
struct tracker_limits {
  std::size_t processes = 20'000;             ///< processes that have not ended
  std::size_t ended = 256;                    ///< ended processes that may still emit late events
  std::size_t threads = 50'000;               ///< threads that have not ended
  std::size_t regions = 200'000;              ///< open regions; of threads, and of tasks
  std::size_t children = 20'000;              ///< children that have not ended
  std::size_t tasks = 50'000;                 ///< tasks that have not ended
  std::size_t sid_bytes = 4'096;              ///< bytes of a session id
  std::size_t thread_bytes = 256;             ///< bytes of a thread's name
  std::size_t texts = limits::tracker_texts;  ///< bytes of session ids and names
  std::size_t messages = limits::messages_memory;  ///< bytes for messages of open regions and tasks
};

/// Why a message was refused, as the rest of a sentence about its line.
inline constexpr char const* one_message_too_many = "has one message too many";

/// An event with its process, thread and time.
struct traced_event {
  traced_process& process;  ///< the process that has emitted it
  traced_thread& thread;    ///< the thread that has emitted it
  moment at;                ///< estimated if the event has no time
  read::occurrence const& occurrence;  ///< the event itself
};

/// A region of a thread or a task that has just been closed.
struct closed_region {
  open_region const& region;  ///< as it was when it was open
  moment end;                 ///< by its event, or with what is around it
  nanoseconds total;          ///< as the writer has measured it, else from begin to end
  bool is_complete;           ///< an event has reported the end
  /// The time that it takes of its thread, if other regions that overlap it have the rest.
  std::optional<nanoseconds> taken{};

  /// The time in no inner region, no task and no wait for a child. Nothing works in a region that
  /// only waits, or while no thread runs its task.
  nanoseconds self() const noexcept {
    nanoseconds const others = region.inside + region.waited;
    nanoseconds const all = taken.value_or(total);
    return others < all && !region.only_waits ? all - others : no_time;
  }

  /// The time that it takes of its thread or task: the total, and never less than its parts. These
  /// may be longer by what the writer has rounded.
  nanoseconds whole() const noexcept {
    return taken ? *taken : std::max(total, region.inside + region.waited);
  }
};

/// A task that has just ended.
struct closed_task {
  open_task const& task;  ///< as it was before its end
  moment end;             ///< by its event, or with what is around it
  nanoseconds total;      ///< as the writer has measured it, else from begin to end
  bool is_complete;       ///< an event has reported the end

  /// A thread ran it, and it was in no region that only waits.
  nanoseconds running() const noexcept {
    return std::clamp(task.running - task.blocked, no_time, total);
  }
  /// The rest of the total: no thread ran it, or it was in a region that only waits.
  nanoseconds waiting() const noexcept { return total - running(); }
  /// As that of a region.
  nanoseconds whole() const noexcept { return std::max(total, task.inside + task.waited); }
};

/// The base of visitors: derive from it and override the calls of interest; the others do nothing.
/// All calls but the ends of threads and processes come before the `event` call of the line that
/// causes them. Arguments last for the call, processes and threads until the call for their end.
/// Threads: that of the tracker. Errors: what a call throws passes through the tracker.
struct tracker_visitor {
  tracker_visitor() = default;
  tracker_visitor(tracker_visitor const&) = default;
  tracker_visitor& operator=(tracker_visitor const&) = default;
  virtual ~tracker_visitor() = default;

  /// The parent is null when it isn't in the trace, or when it has ended some time ago.
  virtual void process_began(traced_process&, traced_process* /*parent*/) {}
  /// The first event of a thread has been read.
  virtual void thread_began(traced_process&, traced_thread&) {}
  /// A region of a thread begins; the occurrence is its event.
  virtual void region_entered(traced_process&, traced_thread&, open_region&, occurrence const&) {}
  /// A region of a thread has ended, by its event or with a region or thread around it.
  virtual void region_left(traced_process&, traced_thread&, closed_region const&) {}
  /// The process starts a child.
  virtual void child_started(traced_event const&, open_child&) {}
  /// The parent has collected the child, or has left it to itself.
  virtual void child_ended(traced_event const&, open_child const&) {}
  /// The thread has spent this time in waiting for the child with this tag, in the region that is
  /// its innermost one now (child_waits.hpp). Comes before the call for what has ended the wait.
  virtual void child_waited(traced_thread&, std::uint64_t /*tag*/, moment /*since*/,
                            nanoseconds /*time*/) {}
  /// A task begins; no thread runs it yet.
  virtual void task_began(traced_event const&, open_task&) {}
  /// From now on the moment's thread runs the task.
  virtual void task_resumed(traced_event const&, open_task&) {}
  /// The thread has spent this time in running the task: in the task's innermost region, and in the
  /// thread's. Comes before the call for what ends one of the two.
  virtual void task_ran(traced_process&, traced_thread&, open_task&, moment /*since*/,
                        nanoseconds /*time*/) {}
  /// The thread no longer runs the task.
  virtual void task_paused(traced_process&, traced_thread&, open_task&) {}
  /// No thread has run the task in this time. Comes as `task_ran` does.
  virtual void task_waited(traced_process&, open_task&, moment /*since*/, nanoseconds /*time*/) {}
  /// The other task may have ended, or may never begin.
  virtual void task_linked(traced_event const&, open_task&, task_event const&) {}
  /// A region of a task begins.
  virtual void task_region_entered(traced_event const&, open_task&, open_region&) {}
  /// A region of a task has ended.
  virtual void task_region_left(traced_process&, open_task&, closed_region const&) {}
  /// A task has ended, or its process.
  virtual void task_ended(traced_process&, closed_task const&) {}
  /// The events of a task contradict each other.
  virtual void task_went_wrong(traced_process&, task_fault) {}
  /// Something is odd, so that times or places of the process rest on a guess.
  virtual void remarked(traced_process&, remark const&) {}
  /// The process has ended, as its parent saw it, at the moment of the thread's event before. A
  /// fork of it goes on with this event.
  virtual void process_detached(traced_event const&) {}
  /// Each event, behind the calls that it causes.
  virtual void event(traced_event const&) {}
  /// A thread has ended; all its regions have been left.
  virtual void thread_ended(traced_process&, traced_thread&) {}
  /// Comes some time after the last event of the process, so that late events of its forks still
  /// belong to it (R-LIFE-16).
  virtual void process_ended(traced_process&) {}

  // ---- plain events: for sums over hot loops, at half the cost of occurrences ----

  /// True if the visitor wants this event by one of the calls below, which takes the place of
  /// `region_entered` and `event`, at the moment `thread.last`. A class that derives from such a
  /// visitor returns false, or overrides these calls too.
  virtual bool takes_plain(plain_event const&) const noexcept { return false; }
  /// In place of `region_entered` and `event`.
  virtual void plain_region_entered(traced_thread&, open_region&, plain_event const&) {}
  /// Comes after `region_left`.
  virtual void plain_region_left(traced_thread&, plain_event const&) {}
  /// In place of `event`, for a data event with a number.
  virtual void plain_number(traced_thread&, plain_event const&) {}
};

}}}  // namespace trace2::v0::read
