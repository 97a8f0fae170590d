// The bodies of regions that are no plain regions of a thread: those of a task, and those that only
// wait.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region_call.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/task.hpp>
#include <trace2/event/wait.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/region_order.hpp>
#include <trace2/process/threads/region_stack.hpp>
#include <trace2/process/threads/thread.hpp>
#include <trace2/value/duration.hpp>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class task_region {
  using call_context = detail::call_context;
  using region = detail::region_call;

 public:
  static void enter(call_context const& s, region const& of) noexcept {
    auto const fill = [&](auto event) { return filled(event, s, of); };
    if (s.thread->tasks.current() == nullptr)
      show(fill(event::wait_enter{}), s, of);
    else if (of.waits)
      show(fill(event::task_wait_enter{}), s, of);
    else
      show(fill(event::task_region_enter{}), s, of);
    s.thread->enter_region(s.now, detail::open_region::owner_at(of.owner));
  }

  static void leave(call_context const& s, region const& of) noexcept {
    if (detail::region_order::is_disturbed(s, of.owner)) [[unlikely]]
      return detail::region_order::leave(s, of, end);
    end(s, of, s.since_region());
  }

 private:
  /// Ends the innermost region.
  static void end(call_context const& s, region const& of, duration t_rel) noexcept {
    bool const runs_task = s.thread->tasks.current() != nullptr;
    using left = detail::thread_context::left;
    // The task itself is no region that a surplus leave could end.
    left const result = runs_task && s.thread->open_regions() <= 1 ? s.thread->leave_forgotten()
                                                                   : s.thread->leave_region();
    if (result == left::nothing) detail::this_process.misuse.region_leave.fetch_add(1);
    if (result != left::region) return;
    auto const fill = [&](auto event) {
      event.t_rel = t_rel;
      return filled(event, s, of);
    };
    if (runs_task && of.waits)
      show(fill(event::task_wait_leave{}), s, of);
    else if (runs_task)
      show(fill(event::task_region_leave{}), s, of);
    else if (of.waits)
      show(fill(event::wait_leave{}), s, of);
    else
      show(fill(event::region_leave{}), s, of);
  }

  template <class Event>
  static Event filled(Event event, call_context const& s, region const& of) noexcept {
    if constexpr (requires { event.task; }) event.task = s.thread->tasks.id();
    event.nesting = s.thread->open_regions();
    event.category = of.category;
    event.label = of.label;
    event.msg = detail::redacted_message(s, of.msg);
    return event;
  }

  static void show(auto const& event, call_context const& s, region const& of) noexcept {
    detail::emitter<Targets>::publish(event, s, of.at, of.repo);
  }
};

}}}  // namespace trace2::v0::verb
