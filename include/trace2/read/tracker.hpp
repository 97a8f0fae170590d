// Follows processes, threads and regions through a stream of events, for all exports alike.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/exit_code.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/overlapping_regions.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/plain_tracker.hpp>
#include <trace2/read/process_end.hpp>
#include <trace2/read/process_table.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/read/remark_maker.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/task_tracker.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// The state of all running processes and open regions. Give it each event, then call `finish`; it
/// calls its visitor for what it finds, as examples/read_trace.cpp shows. Memory: bounded by the
/// limits. Threads: one at a time. Errors: throws when memory runs out, or what the visitor throws.
///
/// The levels of regions are those in the events (`nesting`). Lines may be missing. The end of a
/// region also ends the regions inside it. An end without a beginning makes a region that began its
/// measured duration before, around what its thread has done since. Regions that are open at the
/// end of their thread are incomplete.
class tracker {
 public:
  /// Labels come from the table, which the visitor may share. Visitor and table must outlive it.
  tracker(tracker_visitor& visitor, label_table& labels, tracker_limits const& limits = {})
      : visitor_{visitor},
        labels_{labels},
        limits_{limits},
        processes_{limits},
        regions_{visitor, labels, limits},
        tasks_{visitor, labels, regions_, limits} {}
  tracker(tracker const&) = delete;
  tracker& operator=(tracker const&) = delete;

  /// Takes the next event. Null, or why a part of it was refused, as the rest of a sentence.
  char const* take(occurrence const& what) {
    if (what.sid.size() > limits_.sid_bytes) return "has a session id that is too long";
    if (what.thread.size() > limits_.thread_bytes) return "has a thread name that is too long";
    while (traced_process* const oldest = processes_.surplus()) end(*oldest);
    process_table::place const place = processes_.place_of(what, visitor_);
    if (place.thread == nullptr) return "belongs to one thread too many";
    refusal_ = nullptr;
    traced_event const now{*place.process, *place.thread,
                           advance(*place.process, *place.thread, what), what};
    bool const is_odd =
        now.process.is_leaving || now.process.clock.is_odd() || !what.cut_numbers.empty();
    if (is_odd) [[unlikely]]
      note_odd(now);
    std::visit([&](auto const& event) { apply(event, now); }, what.event);
    return labels_.take_overflow() ? "has one name too many" : refusal_;
  }

  /// Takes an event by the short way (plain_tracker.hpp). False, and without effect, if it has to
  /// be taken as an occurrence.
  bool take(plain_event const& what) { return plain_events_.take(what); }

  /// Ends a process for which nobody waits any longer. Its session id may begin another one.
  void end(traced_process& process) {
    end_process(process);
    processes_.erase(process);
  }

  /// Ends the trace: closes all regions, threads and processes.
  void finish() {
    for (traced_process* const process : processes_.in_order()) end_process(*process);
    processes_.clear();
  }

  /// The oddities so far.
  remark_list const& remarks() const noexcept { return remarks_.all(); }

  /// The process with a session id; null when there is none, or when it was erased.
  traced_process* find(std::string_view sid) noexcept { return processes_.find(sid); }

 private:
  [[gnu::noinline]] void note_odd(traced_event const& now) {
    if (processes_.has_odd_clock(now.process)) remarks_.make_of_clock(now.process);
    if (!now.occurrence.cut_numbers.empty()) remarks_.make_of_numbers(now.process, now.occurrence);
    if (goes_on(now.process, now.occurrence)) detach(now);
  }

  void detach(traced_event const& now) {
    if (!now.thread.is_main()) return;
    now.process.state = process_state::running;
    now.process.is_detached = true;
    regions_.displace_above(now.process, now.thread, -1, now.thread.before);
    visitor_.process_detached(now);
    now.process.code.reset();
  }

  void end_process(traced_process& process) {
    remarks_.end(process);
    // More exact than the difference of two times of day.
    if (process.elapsed)
      process.last = (process.begins_late ? process.origin : process.begin) +
                     process.elapsed->in_nanoseconds();
    for (traced_thread* const thread : process_table::threads_in_order(process)) {
      if (thread->is_main()) thread->begin = process.begin;
      bool const is_exact = thread->is_main() && process.elapsed;
      thread->last = is_exact ? process.last : std::max(thread->last, process.last);
      end_thread(process, *thread);
      if (thread->is_main()) process.last = std::max(process.last, thread->last);
    }
    tasks_.end_process(process);
    visitor_.process_ended(process);
    child_total_ -= process.children.size();
  }

  /// Closes what is open. The thread is never shorter than its parts.
  void end_thread(traced_process& process, traced_thread& thread) {
    tasks_.end_thread(process, thread, thread.last);
    regions_.close_above(process, thread, -1, thread.last);
    regions_.forget_displaced(process, thread);
    regions_.settle(process, thread, thread.last);
    thread.last = std::max(thread.last, thread.begin + thread.inside);
    visitor_.thread_ended(process, thread);
  }

  // ---- events ----

  void apply(auto const&, traced_event const& now) { visitor_.event(now); }

  /// While a thread runs a task, its lines are indented by the task's regions (R-PRF-09).
  void apply(event_of_task auto const& event, traced_event const& now) {
    task_event const task = task_event_of(event);
    int const before = now.thread.open_regions;
    refusal_ = tasks_.take(task, now);
    int const after = now.thread.open_regions;
    now.thread.open_regions = task.verb == task_verb::run     ? after
                              : task.verb == task_verb::pause ? before
                                                              : std::min(before, after);
    visitor_.event(now);
    now.thread.open_regions = after;
  }

  void apply(event::start const& event, traced_event const& now) {
    now.process.set_arguments(event.argv);
    processes_.account(now.process);
    visitor_.event(now);
  }
  void apply(event::cmd_name const& event, traced_event const& now) {
    now.process.set_verb(event.name);
    processes_.account(now.process);
    visitor_.event(now);
  }
  void apply(event::cmd_mode const& event, traced_event const& now) {
    now.process.set_mode(event.name);
    processes_.account(now.process);
    visitor_.event(now);
  }

  void apply(event::exit const& event, traced_event const& now) {
    set_end(now, process_state::ended, exit_code_of(event.code, now.occurrence));
    visitor_.event(now);
  }
  void apply(event::atexit const& event, traced_event const& now) {
    remarks_.check_process(now);
    set_end(now, process_state::ended, code_at_exit(now.process, event, now.occurrence));
    apply_unwound(now);
  }
  void apply(event::signal const& event, traced_event const& now) {
    // A trace may tell any number.
    set_end(now, process_state::killed, 128 + std::clamp(event.signo, 0, 127));
    visitor_.event(now);
  }
  void apply(event::exec const&, traced_event const& now) {
    now.process.state = process_state::transformed;
    processes_.leaves(now.process);
    visitor_.event(now);
  }
  void apply(event::exec_result const&, traced_event const& now) {
    now.process.state = process_state::running;
    visitor_.event(now);
  }
  void set_end(traced_event const& now, process_state state, exit_code code) {
    now.process.set_end(state, code, now.occurrence.t_abs);
    processes_.leaves(now.process);
  }

  void apply(event::thread_exit const&, traced_event const& now) {
    now.thread.open_regions = 1;
    regions_.close_above(now.process, now.thread, -1, now.at);
    regions_.forget_displaced(now.process, now.thread);
    visitor_.event(now);
    if (now.thread.is_main()) return;
    end_thread(now.process, now.thread);
    now.process.children.forget_thread(now.thread.number);
    processes_.erase(now.process, now.thread);
  }

  void apply(event::child_start const& event, traced_event const& now) {
    if (child_total_ < limits_.children)
      begin_child(event.child_id, now);
    else
      refusal_ = "starts one child too many";
    visitor_.event(now);
  }
  void begin_child(int id, traced_event const& now) {
    ++child_total_;
    regions_.settle(now.process, now.thread, now.at);
    now.thread.begin_inside(now.at);
    open_child& child =
        now.process.children.add({id, now.at, ++child_count_, &now.thread, now.thread.number});
    visitor_.child_started(now, child);
    // The thread doesn't wait for a child that its task starts.
    if (now.thread.task == nullptr)
      now.thread.waits.begin(child.number, child.tag, now.thread.regions.size(), now.at);
  }
  void apply(event::child_exit const& of, traced_event const& now) { end_child(of.child_id, now); }
  void apply(event::child_ready const& of, traced_event const& now) { end_child(of.child_id, now); }
  void end_child(int id, traced_event const& now) {
    if (open_child const* const child = now.process.children.find(id); child != nullptr) {
      if (traced_thread* const of = child->thread; of != nullptr)
        regions_.end_wait(*of, *child, now);
      remarks_.check_child(now, *child);
      visitor_.child_ended(now, *child);
      now.process.children.erase(*child);
      --child_total_;
    }
    visitor_.event(now);
  }

  void apply(event::region_enter const& event, traced_event const& now) {
    int const level = regions_.level_of(now, static_cast<int>(now.thread.regions.size()) + 1);
    regions_.displace_above(now.process, now.thread, level - 1, now.at);
    if (!regions_.is_full() && processes_.reserve_region(now.thread))
      refusal_ = regions_.enter(now, regions_.label_of(event, now), level, now.at, event.msg);
    else
      refusal_ = "enters one region too many";
    now.thread.open_regions = level;
    visitor_.event(now);
    now.thread.open_regions = level + 1;
  }

  void apply(event::region_leave const& event, traced_event const& now) {
    int const level = regions_.level_of(now, static_cast<int>(now.thread.regions.size()));
    now.thread.open_regions = level;
    // Level 0 is the thread itself: Git lets a surplus end close it (R-REG-07). Regions that begin
    // afterwards are one level too far out.
    auto const& open = now.thread.regions;
    if (level > 0 || (!open.empty() && open.front().level == 0)) leave(event, now, level);
    visitor_.event(now);
  }
  void leave(event::region_leave const& event, traced_event const& now, int level) {
    region_end const how = regions_.leave(now, event, level, processes_);
    if (how == region_end::no_room) refusal_ = "leaves one region too many";
    if (how != region_end::in_order) [[unlikely]]
      remarks_.make_of_region_end(now, how, event);
  }

  void apply(event::data const&, traced_event const& now) { apply_inside(now); }
  void apply(event::data_json const&, traced_event const& now) { apply_inside(now); }
  void apply_inside(traced_event const& now) {
    now.thread.open_regions = regions_.level_of(now, now.thread.open_regions);
    visitor_.event(now);
  }

  // These events come behind the ends of all regions of their thread and aren't indented
  // (R-PRF-09).
  void apply(event::th_timer const&, traced_event const& now) { apply_unwound(now); }
  void apply(event::th_counter const&, traced_event const& now) { apply_unwound(now); }
  void apply(event::timer const&, traced_event const& now) { apply_unwound(now); }
  void apply(event::counter const&, traced_event const& now) { apply_unwound(now); }
  void apply_unwound(traced_event const& now) {
    int const open = std::exchange(now.thread.open_regions, 1);
    visitor_.event(now);
    now.thread.open_regions = open;
  }

  tracker_visitor& visitor_;
  label_table& labels_;
  tracker_limits limits_;
  process_table processes_;
  overlapping_regions regions_;
  task_tracker tasks_;
  plain_tracker plain_events_{visitor_, processes_, regions_};
  remark_maker remarks_{visitor_};
  char const* refusal_ = nullptr;
  std::uint64_t child_count_ = 0;
  std::size_t child_total_ = 0;  ///< running children of all processes
};

}}}  // namespace trace2::v0::read
