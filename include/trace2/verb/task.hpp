// The bodies of tasks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region_call.hpp>
#include <trace2/call/task_bodies.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/event/task.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/message_format.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/running_tasks.hpp>
#include <trace2/process/threads/task_state.hpp>
#include <trace2/process/threads/thread.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/recording/short_task.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>
#include <trace2/verb/task_region.hpp>
#include <trace2/verb/task_switch.hpp>

#include <cstdarg>
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
    bool const runs_here = thread != nullptr && thread->tasks.contains(&task);
    if (runs_here && thread->tasks.current() == &task) [[unlikely]] {
      switches::leave_innermost(*thread, task.at());
      thread->tasks.end_in_scope();
    }
    // Elsewhere, or around the task that this thread runs now: it ends when it is paused, which
    // another thread may do as soon as this one has let go.
    bool const is_shown = switches::is_of_session(task);
    if (task.let_go()) [[likely]]
      switches::finish(task);
    else if (!runs_here && is_shown)
      detail::this_process.misuse.task_end.fetch_add(1);
  }

  std::uint64_t id_of(detail::task_state const& task) const noexcept override {
    return switches::is_of_session(task) ? task.id : 0;
  }

  void run(detail::task_state& task, detail::entered_task& into,
           call_site at) const noexcept override {
    task_switch<Targets>::run(task, into, at, *this);
  }
  void pause(detail::entered_task& from) const noexcept override {
    task_switch<Targets>::pause(from);
  }

  std::uint64_t current() const noexcept override {
    auto* const thread = detail::thread_registry::known();
    return thread == nullptr ? 0 : current_in(*thread);
  }

  void link(std::uint64_t task, std::uint64_t other, text kind,
            call_site at) const noexcept override {
    if (task == detail::inherited_task) task = current();
    if (task == 0 || other == 0 || !detail::is_on()) return;
    if (call_context const s; s)
      emitter::publish(event::task_link{.task = task, .other = other, .kind = kind}, s, at);
  }

  void region_enter(detail::call_context const& s,
                    detail::region_call const& of) const noexcept override {
    task_region<Targets>::enter(s, of);
  }
  void region_leave(detail::call_context const& s,
                    detail::region_call const& of) const noexcept override {
    task_region<Targets>::leave(s, of);
  }
  void wait_enter(detail::region_call const& of) const noexcept override {
    if (!detail::is_on()) return;
    if (call_context const s; s) region_enter(s, of);
  }
  void wait_leave(detail::region_call const& of) const noexcept override {
    // The region may have outlived the session that it was entered in.
    if (!detail::is_on()) return;
    if (call_context const s; s) region_leave(s, of);
  }

  void leave_all(bool only_old) const noexcept override {
    auto* const thread = detail::thread_registry::known();
    detail::running_task* task = thread == nullptr ? nullptr : thread->tasks.current();
    for (; task != nullptr && !(only_old && switches::is_of_session(*task));
         task = thread->tasks.current())
      switches::leave_innermost(*thread, static_cast<detail::task_state*>(task)->at());
  }
  void for_each_misuse(detail::function_ref<void(std::string_view key, std::uint64_t count)> use)
      const noexcept override {
    auto const& misuse = detail::this_process.misuse;
    // Other threads may begin and end tasks meanwhile.
    std::uint64_t const ended = ended_tasks();
    std::uint64_t const begun = detail::this_process.last_task.load_relaxed();
    use("unfinished_tasks", begun > ended ? begun - ended : 0);
    use("task_run_twice", misuse.task_run.load_relaxed());
    use("task_scope_misplaced", misuse.task_scope.load_relaxed());
    use("task_ended_while_run", misuse.task_end.load_relaxed());
    use("tasks_without_memory", misuse.task_memory.load_relaxed());
  }
  void end_session() const noexcept override {
    auto& process = detail::this_process;
    process.task_era.fetch_add(1);
    process.ended_tasks.fetch_add(process.last_task.load_relaxed() - ended_tasks());
  }

 private:
  using switches = task_switch<Targets>;
  using call_context = detail::call_context;
  using emitter = detail::emitter<Targets>;
  using short_task = detail::recording::short_task;
  static constexpr bool records = dispatcher<Targets>::records;

  static std::uint64_t ended_tasks() noexcept {
    std::uint64_t ended = detail::this_process.ended_tasks.load_relaxed();
    detail::all_threads.for_each_sums([&](detail::sum_store const& sums) {
      ended += sums.ended_tasks.count.load_relaxed();
    });
    return ended;
  }

  static std::uint64_t current_in(detail::thread_context const& thread) noexcept {
    detail::running_task const* const task = thread.tasks.current();
    return task == nullptr || !switches::is_of_session(*task) ? 0 : task->id;
  }

  static detail::task_state* make(auto&... names) noexcept {
    auto* const thread = detail::thread_registry::known();
    void* const memory = thread == nullptr
                             ? detail::running_tasks::allocate(sizeof(detail::task_state))
                             : thread->tasks.take_memory(sizeof(detail::task_state));
    if (memory == nullptr) [[unlikely]]
      return detail::this_process.misuse.task_memory.fetch_add(1), nullptr;
    auto* const task = ::new (memory) detail::task_state{names...};
    task->id = detail::this_process.last_task.fetch_add(1) + 1;
    task->era = detail::this_process.task_era.load_relaxed();
    return task;
  }

  [[gnu::noinline]] static detail::task_state* show_begin(detail::task_state* task,
                                                          std::uint64_t parent, char const* format,
                                                          std::va_list* values) noexcept {
    call_context const s;
    if (task == nullptr) return nullptr;
    if (!s) {
      switches::count_end();
      return switches::forget(*task), nullptr;
    }
    task->begun = s.now;
    std::string_view msg;
    if (values != nullptr) msg = detail::format_message(s.memory().message, format, *values);
    if (parent == detail::inherited_task) parent = current_in(*s.thread);
    emitter::publish(event::task_begin{.task = task->id,
                                       .parent = parent,
                                       .category = task->category(),
                                       .label = task->label(),
                                       .msg = redacted_message(s, msg)},
                     s, task->at());
    return task;
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
    if (task_bodies const* const set = process.tasks.load_acquire(); set != nullptr) [[likely]]
      return set;
    if (&process != &this_process) return process.misuse.task_elsewhere.fetch_add(1), nullptr;
    process.tasks.store_release(&bodies);
    return &bodies;
  }
};

}  // namespace detail
}}  // namespace trace2::v0
