// Shows tasks in Chrome's Trace Event format.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/export/chrome_output.hpp>
#include <trace2/export/chrome_schema.hpp>
#include <trace2/export/json_members.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The part of a visitor that shows tasks. A task is an asynchronous slice with its regions and
/// waits inside, and a slice of each thread for as long as this one ran it. Arrows lead to the next
/// slice of a task: from the place that began it, or from its slice before on another thread; from
/// the end of the last task that a link says it waited for; from the place at which a link said
/// that another task has caused it. Memory: bounded; arrows without room are left out and counted.
class chrome_tasks : public read::tracker_visitor {
 public:
  void task_began(read::moment const& now, read::open_task& task, std::string_view message) {
    if (state* const added = add(task.number)) {
      added->pid = now.process.tag;
      added->tid = now.thread.tag;
      added->latest = {now.thread.tag, out_.relative(task.begin)};
    }
    json_members arguments{out_.arguments()};
    arguments.add("task", task.id);
    if (task.parent != 0) arguments.add("parent", task.parent);
    show("b", now.process.tag, now.thread.tag, task, task.begin, out_.name_of(task.label),
         arguments.add_if_any("msg", message).done());
  }

  void task_ran(read::traced_process& process, read::traced_thread& thread, read::open_task& task,
                std::int64_t since, std::int64_t time) {
    run& known = runs_[thread.tag];
    if (known.task != task.number) known = {process.tag, task.number, task.label, since, since};
    known.end = read::saturating_add(since, time);
  }

  void task_paused(read::traced_process&, read::traced_thread& thread, read::open_task&) {
    end_run(thread.tag);
  }

  void task_waited(read::traced_process& process, read::open_task& task, std::int64_t since,
                   std::int64_t time) {
    std::uint64_t const tid = thread_of(process, task);
    show("b", process.tag, tid, task, since, "waiting", {});
    show("e", process.tag, tid, task, read::saturating_add(since, time), "waiting", {});
  }

  void task_linked(read::moment const& now, read::open_task& task, read::task_event const& link) {
    if (link.kind == read::task_link_kind::caused_by) {
      if (state* const of = find(task.number))
        of->cause = arrow_end{now.thread.tag, out_.relative(now.at)};
    } else if (link.kind == read::task_link_kind::waits_for) {
      read::open_task const* const other = now.process.tasks.find(link.other);
      if (other == nullptr) return;
      if (memory_.take(per_waiter))
        waiters_.emplace(other->number, task.number);
      else
        ++arrows_left_out_;
    }
  }

  void task_region_entered(read::moment const& now, read::open_task& task,
                           read::open_region& region, std::string_view message) {
    show("b", now.process.tag, thread_of(now.process, task), task, region.begin,
         out_.name_of(region.label),
         json_members{out_.arguments()}.add_if_any("msg", message).done_if_any());
  }

  void task_region_left(read::traced_process& process, read::open_task& task,
                        read::closed_region const& closed) {
    json_members arguments{out_.arguments()};
    if (!closed.is_complete) arguments.add("unfinished", true);
    show("e", process.tag, thread_of(process, task), task, closed.end,
         out_.name_of(closed.region.label), arguments.done_if_any());
  }

  void task_ended(read::traced_process& process, read::closed_task const& closed) {
    read::open_task const& task = closed.task;
    json_members arguments{out_.arguments()};
    arguments.add("running", read::fine_duration::nanoseconds(closed.running()))
        .add("waiting", read::fine_duration::nanoseconds(closed.waiting()));
    if (!closed.is_complete) arguments.add("unfinished", true);
    show("e", process.tag, thread_of(process, task), task, closed.end, out_.name_of(task.label),
         arguments.done());
    release_waiters(task.number);
    if (states_.erase(task.number) != 0) memory_.give_back(per_task);
  }

 protected:
  chrome_tasks(sink& to, read::label_table& labels) : out_{to, labels} {}

  /// Shows what the thread has run up to now. Comes before each edge of its slices.
  void end_run(std::uint64_t tid) {
    if (runs_.empty()) return;
    auto const found = runs_.find(tid);
    if (found == runs_.end()) return;
    run const& ended = found->second;
    chrome_event slice{.ph = "B",
                       .name = out_.name_of(ended.label),
                       .cat = "task",
                       .ts = edges_.next(tid, out_.relative(ended.begin)),
                       .pid = ended.pid,
                       .tid = tid};
    out_.show(slice);
    state* const of = find(ended.task);
    if (of != nullptr) draw_arrows(*of, {tid, slice.ts});
    slice.ph = "E";
    slice.ts = edges_.next(tid, out_.relative(ended.end));
    out_.show(slice);
    // Within the slice, to which viewers tie the arrow.
    if (of != nullptr) of->latest = arrow_end{tid, {slice.ts.nanoseconds - 1}};
    runs_.erase(found);
  }

  std::uint64_t arrows_left_out() const noexcept { return arrows_left_out_; }

  chrome_output out_;
  slice_edges edges_;

 private:
  struct arrow_end {
    std::uint64_t tid{};
    chrome_time at{};
  };
  /// What is known of an open task.
  struct state {
    std::uint64_t pid{};
    std::uint64_t tid{};  ///< of the thread that began it, at which its track is shown
    std::optional<arrow_end> latest{};    ///< its beginning, or the end of its latest slice
    std::optional<arrow_end> released{};  ///< the end of a task for which it has waited
    std::optional<arrow_end> cause{};
  };
  /// What a thread has run without an edge of its own slices in between.
  struct run {
    std::uint64_t pid{};
    std::uint64_t task{};  ///< number of the task; 0: none yet
    read::label_id label{};
    std::int64_t begin{};
    std::int64_t end{};
  };

  state* add(std::uint64_t task) {
    if (memory_.take(per_task)) return &states_[task];
    ++arrows_left_out_;
    return nullptr;
  }
  state* find(std::uint64_t task) {
    auto const found = states_.find(task);
    return found == states_.end() ? nullptr : &found->second;
  }
  /// All events of a track are on one thread, as some viewers demand.
  std::uint64_t thread_of(read::traced_process const& process, read::open_task const& task) {
    state const* const known = find(task.number);
    return known == nullptr ? process.tag : known->tid;
  }

  void show(std::string_view ph, std::uint64_t pid, std::uint64_t tid, read::open_task const& task,
            std::int64_t at, std::string_view name, std::optional<json_text> arguments) {
    out_.show({.ph = ph,
               .name = name,
               .cat = "task",
               .ts = out_.relative(at),
               .pid = pid,
               .tid = tid,
               .id = task.number,
               .args = arguments});
  }

  void release_waiters(std::uint64_t ended) {
    if (waiters_.empty()) return;
    state const* const of = find(ended);
    auto const [first, last] = waiters_.equal_range(ended);
    for (auto each = first; each != last; ++each) {
      memory_.give_back(per_waiter);
      if (state* const waiter = find(each->second); waiter != nullptr && of != nullptr)
        waiter->released = of->latest;
    }
    waiters_.erase(first, last);
  }

  void draw_arrows(state& of, arrow_end const& to) {
    if (of.latest && of.latest->tid != to.tid) draw_arrow(of, "task", *of.latest, to);
    if (of.released) draw_arrow(of, "waits_for", *of.released, to);
    if (of.cause) draw_arrow(of, "caused_by", *of.cause, to);
    of.released.reset();
    of.cause.reset();
  }
  void draw_arrow(state const& of, std::string_view name, arrow_end const& from,
                  arrow_end const& to) {
    chrome_event arrow{.ph = "s",
                       .name = name,
                       .cat = "task",
                       .ts = from.at,
                       .pid = of.pid,
                       .tid = from.tid,
                       .id = ++arrow_count_};
    out_.show(arrow);
    arrow.ph = "f";
    arrow.bp = "e";
    arrow.ts = std::max(from.at, to.at);
    arrow.tid = to.tid;
    out_.show(arrow);
  }

  static constexpr std::size_t per_task = sizeof(state) + 64;
  static constexpr std::size_t per_waiter = 80;

  std::unordered_map<std::uint64_t, state, read::table_hash> states_;  ///< by number of the task
  std::unordered_map<std::uint64_t, run> runs_;                        ///< by id of the thread
  std::unordered_multimap<std::uint64_t, std::uint64_t> waiters_;      ///< by what they wait for
  read::memory_budget memory_{read::limits::export_memory / 2};
  std::uint64_t arrow_count_ = 0;
  std::uint64_t arrows_left_out_ = 0;
};

}}}  // namespace trace2::v0::exporter
