// The bodies of tasks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region_call.hpp>
#include <trace2/call/task_bodies.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/event/task.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/message_format.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/running_tasks.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/process/task_state.hpp>
#include <trace2/process/thread.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/recording/short_task.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text.hpp>
#include <trace2/verb/task_region.hpp>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 {

namespace verb {

template <class Targets>
class tasks final : public detail::task_bodies {
 public:
  detail::task_state* begin(detail::static_site& site,
                            std::uint64_t parent) const noexcept override {
    detail::task_state* const task = make(site);
    if (task == nullptr) return nullptr;
    if (records && (parent == detail::inherited_task || parent == current()))
      if (std::int64_t const now = short_task::begin(site, task->id); now != 0) [[likely]]
        return task->begun = now, task;
    return show_begin(task, parent, nullptr, nullptr);
  }

  detail::task_state* vbegin(call_site at, lasting_text category, lasting_text label,
                             std::uint64_t parent, char const* format,
                             std::va_list* values) const noexcept override {
    return show_begin(make(category, label, at), parent, format, values);
  }

  void end(detail::task_state& task) const noexcept override {
    auto* const thread = detail::thread_registry::known();
    bool const runs_here = thread != nullptr && thread->tasks.contains(thread->regions(), &task);
    if (runs_here && thread->tasks.current() == &task) {
      task_region<Targets>::end_left(*thread);
      leave(*thread, task.at());
      thread->tasks.end_in_scope();
    }
    if (task.users.load_acquire() == detail::task_state::held && task.regions.has_left())
      end_regions(task);
    // Elsewhere, or around the task that this thread runs now: it ends when it is paused, which
    // another thread may do as soon as this one has let go.
    bool const is_shown = is_of_session(task);
    if (task.let_go())
      finish(task);
    else if (!runs_here && is_shown)
      detail::this_process.misuse.task_end.fetch_add(1);
  }

  std::uint64_t id_of(detail::task_state const& task) const noexcept override { return task.id; }

  std::uint32_t run(detail::task_state& task, call_site at) const noexcept override {
    if (!detail::is_on() || !is_of_session(task)) return 0;
    // The thread forgets regions before the task covers them.
    detail::thread_context* thread = detail::all_threads.up_to_date();
    if (thread == nullptr) thread = detail::all_threads.current();
    if (thread == nullptr) return 0;
    detail::task_state* const outer = thread->tasks.current();
    if (outer == &task) return 0;  // as in a function that another one of the task calls
    if (!task.begin_run()) return detail::this_process.misuse.task_run.fetch_add(1), 0;
    if (outer != nullptr) stop(*thread, *outer, at);
    thread->forget(task.forget_old_regions(thread->pauses));
    if (!thread->tasks.push(thread->regions(), task, task.id, task.era, task.begun,
                            task.regions.data(), task.regions.size())) {
      detail::this_process.misuse.task_memory.fetch_add(1);
      if (outer != nullptr) go_on(*thread, *outer, at);
      if (task.end_run()) finish(task);
      return 0;
    }
    task.regions.let_go();
    go_on(*thread, task, at);
    return task.era;
  }

  void pause(std::uint64_t task, std::uint32_t era, call_site at) const noexcept override {
    auto* const thread = detail::thread_registry::known();
    if (thread == nullptr || !thread->tasks.contains(thread->regions(), task, era)) {
      bool const has_ended = thread != nullptr && thread->tasks.leave_ended();
      if (!has_ended && era == detail::this_process.task_era.load_relaxed())
        detail::this_process.misuse.task_scope.fetch_add(1);
      return;
    }
    while (thread->tasks.id() != task || thread->tasks.era() != era) {
      detail::this_process.misuse.task_scope.fetch_add(1);
      leave(*thread, at);
    }
    leave(*thread, at);
  }

  std::uint64_t current() const noexcept override {
    auto* const thread = detail::thread_registry::known();
    return thread == nullptr ? 0 : current_in(*thread);
  }

  void link(std::uint64_t task, std::uint64_t other, text kind,
            call_site at) const noexcept override {
    if (task == detail::inherited_task) task = current();
    if (task == 0 || other == 0 || !detail::is_on()) return;
    if (statement const s; s)
      emitter::publish(event::task_link{.task = task, .other = other, .kind = kind}, s, at);
  }

  void region_enter(detail::statement const& s,
                    detail::region_call const& of) const noexcept override {
    task_region<Targets>::enter(s, of);
  }
  void region_leave(detail::statement const& s,
                    detail::region_call const& of) const noexcept override {
    task_region<Targets>::leave(s, of);
  }
  void region_end(detail::statement const& s, detail::region_call const& of,
                  duration t_rel) const noexcept override {
    task_region<Targets>::end(s, of, t_rel);
  }
  void wait_enter(detail::region_call const& of) const noexcept override {
    if (!detail::is_on()) return;
    if (statement const s; s) region_enter(s, of);
  }
  void wait_leave(detail::region_call const& of) const noexcept override {
    // The region may have outlived the session that it was entered in.
    if (!detail::is_on()) return;
    if (statement const s; s) region_leave(s, of);
  }

  void leave_all(bool only_old) const noexcept override {
    auto* const thread = detail::thread_registry::known();
    detail::task_state* task = thread == nullptr ? nullptr : thread->tasks.current();
    for (; task != nullptr && !(only_old && is_of_session(*task)); task = thread->tasks.current())
      leave(*thread, task->at());
  }

 private:
  using statement = detail::statement;
  using emitter = detail::emitter<Targets>;
  using short_task = detail::recording::short_task;
  static constexpr bool records = dispatcher<Targets>::records;

  static bool is_of_session(detail::task_state const& task) noexcept {
    return task.era == detail::this_process.task_era.load_relaxed();
  }

  static std::uint64_t current_in(detail::thread_context const& thread) noexcept {
    detail::task_state const* const task = thread.tasks.current();
    return task == nullptr || !is_of_session(*task) ? 0 : task->id;
  }

  static detail::task_state* make(auto&... names) noexcept {
    detail::errno_guard const guard;
    auto* const task = new (std::nothrow) detail::task_state{names...};
    if (task == nullptr) return detail::this_process.misuse.task_memory.fetch_add(1), nullptr;
    task->id = detail::this_process.last_task.fetch_add(1) + 1;
    task->era = detail::this_process.task_era.load_relaxed();
    return task;
  }

  [[gnu::noinline]] static detail::task_state* show_begin(detail::task_state* task,
                                                          std::uint64_t parent, char const* format,
                                                          std::va_list* values) noexcept {
    statement const s;
    if (task == nullptr) return nullptr;
    if (!s) {
      detail::this_process.ended_tasks.fetch_add(1);
      return delete task, nullptr;
    }
    task->begun = s.now;
    std::string_view msg;
    if (values != nullptr) msg = detail::format_message(s.thread->message, format, *values);
    if (parent == detail::inherited_task) parent = current_in(*s.thread);
    emitter::publish(event::task_begin{.task = task->id,
                                       .parent = parent,
                                       .category = task->category(),
                                       .label = task->label(),
                                       .msg = redacted_message(s, msg)},
                     s, task->at());
    return task;
  }

  // The thread goes on with its innermost task, or is about to stop that. Both say so as long as
  // the targets are open.
  static void go_on(detail::thread_context& thread, detail::task_state& task,
                    call_site at) noexcept {
    if (!is_of_session(task)) return;
    if (records) task.resumed = short_task::run(task.id, inside(thread));
    if (!records || task.resumed == 0) task.resumed = show(event::task_run{.task = task.id}, at);
  }
  static void stop(detail::thread_context& thread, detail::task_state& task,
                   call_site at) noexcept {
    if (!is_of_session(task)) return;
    std::int64_t now = records ? short_task::pause(task.id, inside(thread)) : 0;
    if (now == 0) now = show(event::task_pause{.task = task.id}, at);
    task.ran += now - task.resumed;
  }
  template <class Event>
  [[gnu::noinline]] static std::int64_t show(Event const& event, call_site at) noexcept {
    statement const s;
    if (s) emitter::publish(event, s, at);
    return s.now;
  }

  /// The thread pauses its innermost task, and goes on with the one around it.
  static void leave(detail::thread_context& thread, call_site at) noexcept {
    detail::task_state& task = *thread.tasks.current();
    if (task.users.load_relaxed() == detail::task_state::runs && is_of_session(task))
      task_region<Targets>::end_left(thread);
    stop(thread, task, at);
    // The first of them is the task itself.
    auto& open = thread.regions();
    task.regions.keep(open.begin() + 1, inside(thread));
    task.pauses = thread.pauses;
    thread.tasks.pop(open);
    if (auto* const outer = thread.tasks.current(); outer != nullptr) go_on(thread, *outer, at);
    if (task.end_run()) finish(task);
  }
  /// A task that no thread runs: its regions end as in a thread that does.
  [[gnu::cold]] void end_regions(detail::task_state& task) const noexcept {
    std::uint32_t const era = run(task, task.at());
    if (era == 0) return;
    task_region<Targets>::end_left(*detail::thread_registry::known());
    pause(task.id, era, task.at());
  }
  /// Number of the regions inside the innermost task.
  static std::size_t inside(detail::thread_context& thread) noexcept {
    std::size_t const open = thread.regions().size();
    return open == 0 ? 0 : open - 1;
  }

  static void finish(detail::task_state& task) noexcept {
    if (is_of_session(task)) {
      detail::this_process.ended_tasks.fetch_add(1);
      if (!records || task.site == nullptr || short_task::end(*task.site, task.id) == 0)
        show_end(task);
    }
    detail::errno_guard const guard;
    delete &task;
  }
  [[gnu::noinline]] static void show_end(detail::task_state& task) noexcept {
    if (statement const s; s)
      emitter::publish(event::task_end{.task = task.id,
                                       .t_rel = s.since(task.begun),
                                       .t_run = s.since(s.now - task.ran),
                                       .category = task.category(),
                                       .label = task.label()},
                       s, task.at());
  }

  static std::string_view redacted_message(statement const& s, std::string_view msg) noexcept {
    return detail::redacted(s.thread->redacted, msg, detail::redactor_of_all());
  }
};

}  // namespace verb

namespace detail {

/// A unit whose object has begun the session lends it these bodies. Where another object has, its
/// own units have to.
template <class... Kinds>
struct task_support<target_list<Kinds...>> {
  static constexpr verb::tasks<target_list<Kinds...>> bodies{};

  static task_bodies const* find() noexcept {
    verb_table const* const on = verbs<true>();
    if (on == nullptr) return nullptr;
    process_state& process = *on->process;
    if (task_bodies const* const found = process.tasks.load_acquire(); found != nullptr) [[likely]]
      return found;
    if (&process != &this_process) return process.misuse.task_elsewhere.fetch_add(1), nullptr;
    process.tasks.store_release(&bodies);
    return &bodies;
  }
};

}  // namespace detail
}}  // namespace trace2::v0
