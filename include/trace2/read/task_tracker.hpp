// Follows tasks: work that begins on one thread, goes on on others, waits, and ends anywhere.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/region_tracker.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Takes the events of tasks. Visitor, labels and regions must outlive it. Memory: bounded by the
/// limits, over all processes.
///
/// A thread runs one task at a time, and a task runs on one thread. Whatever contradicts this, or
/// names a task that has not begun, is told to the visitor, and the latest event counts. Lines may
/// be missing: a task of which an event is known exists from then on. Tasks that have not ended
/// with their process are incomplete. Levels of regions are handled as those of threads are.
class task_tracker {
 public:
  task_tracker(tracker_visitor& visitor, label_table& labels, region_tracker& regions,
               tracker_limits const& limits)
      : visitor_{visitor},
        labels_{labels},
        regions_{regions},
        most_{limits.tasks},
        room_{limits.regions} {}
  task_tracker(task_tracker const&) = delete;
  task_tracker& operator=(task_tracker const&) = delete;

  /// Takes an event. Returns null, or the reason why a part of it was refused, as the rest of a
  /// sentence about the line.
  char const* take(task_event const& event, traced_event const& now) {
    switch (event.verb) {
      case task_verb::begin:
        return begin(event, now);
      case task_verb::run:
        return run(event, now);
      case task_verb::pause:
        return pause(event, now);
      case task_verb::end:
        return end(event, now);
      case task_verb::link:
        if (open_task* const task = known(event, now)) visitor_.task_linked(now, *task, event);
        return nullptr;
      case task_verb::region_enter:
        return enter(event, now);
      default:
        return leave(event, now);
    }
  }

  /// The thread ends, and no longer runs its task.
  void end_thread(traced_process& process, traced_thread& thread, moment at) {
    if (thread.task != nullptr) stop(process, thread, at);
  }

  /// Ends the tasks of a process, whose threads have ended.
  void end_process(traced_process& process) {
    if (process.tasks.empty()) return;
    for (open_task* const task : process.tasks.in_order())
      finish(process, *task, std::max(process.last, task->since), {}, false);
  }

 private:
  static constexpr char const* too_many = "tells of one task too many";

  // ---- tasks ----

  char const* begin(task_event const& event, traced_event const& now) {
    if (open_task* const before = now.process.tasks.find(event.task)) {
      visitor_.task_went_wrong(now.process, task_fault::begun_twice);
      finish(now.process, *before, now.at, {}, false);
    }
    open_task const* const added = add(event, now, now.at);
    if (added == nullptr) return too_many;
    return added->message().size() == event.msg.size() ? nullptr : one_message_too_many;
  }

  /// The label of a task whose beginning is missing: only its end has a name. Such tasks have sums
  /// of their own, because nobody can tell whether the time at the end was measured from the
  /// beginning.
  label_id label_begun_before(task_event const& event, traced_event const& now) {
    constexpr std::string_view mark = "(begun before)";
    if (event.verb != task_verb::end) return labels_.id_of({}, mark);
    label_table::label const label = labels_[regions_.label_of(event, now)];
    std::string name{label.name};
    return labels_.id_of(label.category, name.append(name.empty() ? "" : " ").append(mark));
  }

  open_task* add(task_event const& event, traced_event const& now, moment begin) {
    if (total_ >= most_) return nullptr;
    ++total_;
    open_task& task = now.process.tasks.add(event.task);
    task.parent = event.parent;
    task.number = ++count_;
    task.is_begun = event.verb == task_verb::begin;
    task.label = task.is_begun ? regions_.label_of(event, now) : label_begun_before(event, now);
    task.begin = task.since = begin;
    if (task.is_begun) task.kept_message = regions_.messages().keep(event.msg);
    visitor_.task_began(now, task);
    return &task;
  }

  /// The task of an event; null, which is told, if it has not begun.
  open_task* known(task_event const& event, traced_event const& now) {
    open_task* const open = now.process.tasks.find(event.task);
    if (open == nullptr) visitor_.task_went_wrong(now.process, task_fault::not_begun);
    return open;
  }
  open_task* known_or_added(task_event const& event, traced_event const& now, moment begin) {
    open_task* const task = known(event, now);
    return task != nullptr ? task : add(event, now, begin);
  }

  char const* run(task_event const& event, traced_event const& now) {
    open_task* const task = known_or_added(event, now, now.at);
    if (task == nullptr) return too_many;
    if (task->thread == &now.thread) return nullptr;
    if (task->thread != nullptr) {
      visitor_.task_went_wrong(now.process, task_fault::runs_twice);
      stop(now.process, *task->thread, now.at);
    }
    if (now.thread.task != nullptr) {
      visitor_.task_went_wrong(now.process, task_fault::not_running);
      stop(now.process, now.thread, now.at);
    }
    settle(now.process, *task, now.at);
    regions_.settle(now.process, now.thread, now.at);
    now.thread.begin_inside(now.at);
    task->thread = &now.thread;
    now.thread.task = task;
    now.thread.open_around_task =
        std::exchange(now.thread.open_regions, static_cast<int>(task->regions.size()) + 1);
    visitor_.task_resumed(now, *task);
    return nullptr;
  }

  char const* pause(task_event const& event, traced_event const& now) {
    open_task* const task = known(event, now);
    if (task == nullptr) return nullptr;
    if (task->thread == &now.thread)
      stop(now.process, now.thread, now.at);
    else
      visitor_.task_went_wrong(now.process, task_fault::not_running);
    return nullptr;
  }

  void stop(traced_process& process, traced_thread& thread, moment at) {
    regions_.settle(process, thread, at);
    open_task& task = *std::exchange(thread.task, nullptr);
    task.thread = nullptr;
    thread.open_regions = thread.open_around_task;
    visitor_.task_paused(process, thread, task);
  }

  char const* end(task_event const& event, traced_event const& now) {
    std::optional<fine_duration> const& told = now.occurrence.t_rel;
    nanoseconds const length = told ? std::max(told->in_nanoseconds(), no_time) : no_time;
    open_task* const task = known_or_added(event, now, now.at - length);
    if (task == nullptr) return too_many;
    // Now the missing beginning is known.
    if (!task->is_begun) {
      task->begin = std::min(task->begin, now.at - length);
      if (event.label.data() != nullptr) task->label = label_begun_before(event, now);
    }
    finish(now.process, *task, now.at, told, true);
    return nullptr;
  }

  void finish(traced_process& process, open_task& task, moment at,
              std::optional<fine_duration> told, bool is_complete) {
    if (task.thread != nullptr) stop(process, *task.thread, at);
    close_above(process, task, -1, at);
    settle(process, task, at);
    nanoseconds const measured = told ? told->in_nanoseconds() : at - task.begin;
    visitor_.task_ended(process, {task, at, std::max(measured, no_time), is_complete});
    regions_.messages().forget(task.kept_message);
    room_ += task.regions.capacity();
    --total_;
    process.tasks.erase(task);
  }

  /// Accounts for the task's time up to a moment: before anything begins or ends in it.
  void settle(traced_process& process, open_task& task, moment at) {
    if (task.thread != nullptr) return regions_.settle(process, *task.thread, at);
    moment const since = task.since;
    nanoseconds const time = task.take_time(at);
    if (time == no_time) return;
    task.wait(time);
    visitor_.task_waited(process, task, since, time);
  }

  // ---- regions ----

  char const* enter(task_event const& event, traced_event const& now) {
    open_task* const task = known_or_added(event, now, now.at);
    if (task == nullptr) return too_many;
    int const level = regions_.level_of(now, static_cast<int>(task->regions.size()) + 1);
    close_above(now.process, *task, level - 1, now.at);
    if (task->thread == &now.thread) now.thread.open_regions = level + 1;
    return open(*task, event, now, level, now.at);
  }

  char const* open(open_task& task, task_event const& event, traced_event const& now, int level,
                   moment begin) {
    if (regions_.is_full() || !reserve_region(task.regions, room_))
      return "enters one region too many";
    bool const is_begun = event.verb == task_verb::region_enter;
    settle(now.process, task, is_begun ? begin : now.at);
    bool const is_around_all = !is_begun && !task.is_begun && task.regions.empty();
    open_region& region = regions_.add_region(task.regions, regions_.label_of(event, now), level,
                                              begin, only_waits(now.occurrence));
    region.is_begun = is_begun;
    if (is_around_all) {
      region.inside = region.nested = std::exchange(task.inside, no_time);
      region.waited = std::exchange(task.waited, no_time);
    }
    if (event.label.data() != nullptr) region.kept_message = regions_.messages().keep(event.msg);
    visitor_.task_region_entered(now, task, region);
    bool const is_whole =
        event.label.data() == nullptr || region.message().size() == event.msg.size();
    return is_whole ? nullptr : one_message_too_many;
  }

  char const* leave(task_event const& event, traced_event const& now) {
    open_task* const task = known_or_added(event, now, now.at);
    if (task == nullptr) return too_many;
    int const level = regions_.level_of(now, static_cast<int>(task->regions.size()));
    if (level == 0) return nullptr;
    if (task->thread == &now.thread) now.thread.open_regions = level;
    close_above(now.process, *task, level, now.at);
    nanoseconds const measured =
        now.occurrence.t_rel.value_or(fine_duration{nanoseconds{-1}}).in_nanoseconds();
    if (task->regions.empty() || task->regions.back().level != level)
      if (char const* const refused =
              open(*task, event, now, level, now.at - std::max(measured, no_time)))
        return refused;
    close(now.process, *task, now.at,
          measured >= no_time ? measured : now.at - task->regions.back().begin, true);
    return nullptr;
  }

  void close_above(traced_process& process, open_task& task, int level, moment end) {
    while (!task.regions.empty() && task.regions.back().level > level)
      close(process, task, end, std::max(end - task.regions.back().begin, no_time), false);
  }

  void close(traced_process& process, open_task& task, moment end, nanoseconds total,
             bool is_complete) {
    settle(process, task, end);
    closed_region const closed{task.regions.back(), end, total, is_complete};
    nanoseconds const whole = closed.whole();
    visitor_.task_region_left(process, task, closed);
    regions_.forget_region(closed.region);
    task.regions.pop_back();
    nanoseconds& inside = task.regions.empty() ? task.inside : task.regions.back().inside;
    inside += whole;
    if (task.regions.empty()) return;
    open_region& around = task.regions.back();
    around.nested += total;
  }

  tracker_visitor& visitor_;
  label_table& labels_;
  region_tracker& regions_;
  std::size_t most_;
  std::size_t room_;  ///< regions for which tasks may still make room
  std::uint64_t count_ = 0;
  std::size_t total_ = 0;  ///< open tasks of all processes
};

}}}  // namespace trace2::v0::read
