// The steps of a thread with tasks: begin to run a task, pause it, and end it with its last user.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/task_bodies.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/event/task.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/running_tasks.hpp>
#include <trace2/process/threads/task_state.hpp>
#include <trace2/process/threads/thread.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/recording/short_task.hpp>
#include <trace2/value/call_site.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace verb {

/// Programs switch often, and the recorder takes no longer for it than for a region: the usual way
/// is inline, and all else in functions of its own.
template <class Targets>
class task_switch {
  using entered_task = detail::entered_task;

 public:
  /// Fills in `into`, unless the task can't run here.
  [[gnu::always_inline]] static void run(detail::task_state& task, entered_task& into, call_site at,
                                         detail::task_bodies const& by) noexcept {
    detail::thread_context* const thread = detail::all_threads.fresh();
    std::size_t const regions = task.regions.size();
    if (!records || !short_task::is_quick() || !is_of_session(task) || thread == nullptr ||
        thread->tasks.current() != nullptr || (task.pauses != thread->pauses && regions != 0) ||
        !thread->regions().has_room(regions + detail::running_tasks::room)) [[unlikely]]
      return run_slowly(task, into, at, by);
    if (!task.begin_run()) [[unlikely]]
      return void(detail::this_process.misuse.task_run.fetch_add(1));
    push(*thread, task);
    fill(into, task, at, by);
    task.resumed = short_task::run_quickly(task.id, regions);
    if (task.resumed == 0) [[unlikely]]
      go_on(task, regions, at);
  }

  [[gnu::always_inline]] static void pause(entered_task& from) noexcept {
    auto* const thread = detail::thread_registry::known();
    if (!records || !short_task::is_quick() || thread == nullptr ||
        !thread->tasks.is_only(from.id, from.era)) [[unlikely]]
      return pause_slowly(from);
    detail::task_state& task = innermost(*thread);
    std::size_t const regions = inside(*thread);
    if (!is_of_session(task) || task.users.load_relaxed() == detail::task_state::runs ||
        !task.regions.has_room(regions)) [[unlikely]]
      return pause_slowly(from);
    std::int64_t const now = short_task::pause_quickly(task.id, regions);
    if (now == 0) [[unlikely]]
      return pause_slowly(from);
    from.era = 0;
    task.ran += now - task.resumed;
    task.regions.keep_in_room(thread->regions().begin() + 1, regions);
    task.pauses = thread->pauses;
    thread->tasks.pop_last(thread->regions());
    if (task.end_run()) [[unlikely]]
      finish_left(task);
  }

  /// The thread pauses its innermost task, and goes on with the one around it.
  [[gnu::noinline]] static void leave_innermost(detail::thread_context& thread,
                                                call_site at) noexcept {
    detail::task_state& task = innermost(thread);
    if (is_of_session(task)) [[likely]]
      stop(task, inside(thread), at);
    // The first of them is the task itself.
    auto& open = thread.regions();
    task.regions.keep(open.begin() + 1, inside(thread));
    task.pauses = thread.pauses;
    thread.tasks.pop(open);
    if (thread.tasks.current() != nullptr) [[unlikely]]
      go_on_outer(thread, at);
    if (task.end_run()) [[unlikely]]
      finish_left(task);
  }
  static bool is_of_session(detail::running_task const& task) noexcept {
    return task.era == detail::this_process.task_era.load_relaxed();
  }

  /// Precondition: the last user has left.
  [[gnu::always_inline]] static void finish(detail::task_state& task) noexcept {
    if (is_of_session(task)) {
      count_end();
      if (!records || task.site == nullptr || short_task::end(*task.site, task.id) == 0)
        show_end(task);
    }
    forget(task);
  }
  /// A thread counts for itself: no other one waits for its cache line.
  [[gnu::always_inline]] static void count_end() noexcept {
    if (auto* const thread = detail::thread_registry::known(); thread != nullptr) [[likely]]
      thread->sums.ended_tasks.add(1);
    else
      detail::this_process.ended_tasks.fetch_add(1);
  }
  static void forget(detail::task_state& task) noexcept {
    task.~task_state();
    if (auto* const thread = detail::thread_registry::known(); thread != nullptr) [[likely]]
      thread->tasks.give_memory(&task);
    else
      detail::running_tasks::free(&task);
  }

 private:
  using call_context = detail::call_context;
  using emitter = detail::emitter<Targets>;
  using short_task = detail::recording::short_task;
  static constexpr bool records = dispatcher<Targets>::records;

  static detail::task_state& innermost(detail::thread_context& thread) noexcept {
    return static_cast<detail::task_state&>(*thread.tasks.current());
  }
  [[gnu::always_inline]] static void push(detail::thread_context& thread,
                                          detail::task_state& task) noexcept {
    thread.tasks.push(thread.regions(), task, task.regions.data(), task.regions.size());
    task.regions.clear();
  }
  static void fill(entered_task& into, detail::task_state const& task, call_site at,
                   detail::task_bodies const& by) noexcept {
    into.era = task.era;
    into.line = at.line;
    into.file = at.file;
    into.by = &by;
    into.id = task.id;
  }

  [[gnu::noinline]] static void run_slowly(detail::task_state& task, entered_task& into,
                                           call_site at, detail::task_bodies const& by) noexcept {
    if (!detail::is_on() || !is_of_session(task)) return;
    // The thread forgets regions before the task covers them.
    detail::thread_context* thread = detail::all_threads.up_to_date();
    if (thread == nullptr) thread = detail::all_threads.current();
    if (thread == nullptr) return;
    detail::running_task* const outer = thread->tasks.current();
    if (outer == &task) return;  // as in a function that another one of the task calls
    if (!task.begin_run()) return void(detail::this_process.misuse.task_run.fetch_add(1));
    if (outer != nullptr) stop_outer(*thread, at);
    thread->forget(task.forget_old_regions(thread->pauses));
    std::size_t const regions = task.regions.size();
    if (!thread->regions().reserve(regions + detail::running_tasks::room)) {
      detail::this_process.misuse.task_memory.fetch_add(1);
      if (outer != nullptr) go_on_outer(*thread, at);
      if (task.end_run()) finish_left(task);
      return;
    }
    push(*thread, task);
    fill(into, task, at, by);
    go_on(task, regions, at);
  }
  [[gnu::noinline]] static void pause_slowly(entered_task& from) noexcept {
    auto* const thread = detail::thread_registry::known();
    if (thread == nullptr || !thread->tasks.is_current(from.id, from.era))
      pause_elsewhere(thread, from);
    else
      leave_innermost(*thread, {from.file, from.line});
    from.era = 0;
  }

  // The thread goes on with its innermost task, or is about to stop that. Both say so as long as
  // the targets are open.
  [[gnu::noinline]] static void go_on(detail::task_state& task, std::size_t regions,
                                      call_site at) noexcept {
    task.resumed = records ? short_task::run(task.id, regions) : 0;
    if (task.resumed == 0) task.resumed = show(event::task_run{.task = task.id}, at);
  }
  [[gnu::noinline]] static void stop(detail::task_state& task, std::size_t regions,
                                     call_site at) noexcept {
    std::int64_t now = records ? short_task::pause(task.id, regions) : 0;
    if (now == 0) now = show(event::task_pause{.task = task.id}, at);
    task.ran += now - task.resumed;
  }
  [[gnu::noinline]] static void go_on_outer(detail::thread_context& thread, call_site at) noexcept {
    detail::task_state& task = innermost(thread);
    if (is_of_session(task)) go_on(task, inside(thread), at);
  }
  [[gnu::noinline]] static void stop_outer(detail::thread_context& thread, call_site at) noexcept {
    detail::task_state& task = innermost(thread);
    if (is_of_session(task)) stop(task, inside(thread), at);
  }
  template <class Event>
  [[gnu::noinline]] static std::int64_t show(Event const& event, call_site at) noexcept {
    call_context const s;
    if (s) emitter::publish(event, s, at);
    return s.now;
  }

  /// The scope of a task that is not the thread's innermost one.
  [[gnu::noinline, gnu::cold]] static void pause_elsewhere(detail::thread_context* thread,
                                                           entered_task const& from) noexcept {
    if (thread == nullptr || !thread->tasks.contains(from.id, from.era)) {
      bool const has_ended = thread != nullptr && thread->tasks.leave_ended();
      if (!has_ended && from.era == detail::this_process.task_era.load_relaxed())
        detail::this_process.misuse.task_scope.fetch_add(1);
      return;
    }
    while (!thread->tasks.is_current(from.id, from.era)) {
      detail::this_process.misuse.task_scope.fetch_add(1);
      leave_innermost(*thread, {from.file, from.line});
    }
    leave_innermost(*thread, {from.file, from.line});
  }
  /// Number of the regions inside the innermost task.
  static std::size_t inside(detail::thread_context& thread) noexcept {
    std::size_t const open = thread.regions().size();
    return open == 0 ? 0 : open - 1;
  }

  [[gnu::noinline]] static void finish_left(detail::task_state& task) noexcept { finish(task); }
  [[gnu::noinline]] static void show_end(detail::task_state& task) noexcept {
    if (call_context const s; s)
      emitter::publish(event::task_end{.task = task.id,
                                       .t_rel = s.since(task.begun),
                                       .t_run = s.since(s.now - task.ran),
                                       .category = task.category(),
                                       .label = task.label()},
                       s, task.at());
  }
};

}}}  // namespace trace2::v0::verb
