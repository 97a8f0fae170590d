// Work for a pool of threads, with the task that it is.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/task.hpp>

#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 {

/// A callable that carries a task. The task begins where the work is handed on, so that its time in
/// the queue is part of it, and ends when the work has been done; the thread that calls the object
/// runs it. The task of the thread that hands the work on counts as its cause:
///
///     pool.post(trace2::as_task("index", "shard", [shard] { shard->build(); }));
///
/// Threads: the object moves from one to the other, and is called once. An exception of the work
/// ends the task, too. Work that is never called ends its task with the object.
template <class Tracer, class Work>
class basic_task_work {
 public:
  /// Takes over a task that has begun, and its work. `as_task` calls it.
  template <class Callable>
  basic_task_work(basic_task<Tracer>&& begun, Callable&& work)
      : task_{std::move(begun)}, work_(std::forward<Callable>(work)) {}

  /// Runs the task on the calling thread, calls the work once, and ends the task. Returns what the
  /// work returns; an exception of the work passes through.
  template <class... Values>
  decltype(auto) operator()(Values&&... values) {
    // Destroyed in the opposite order: the thread pauses the task before that ends.
    basic_task<Tracer> const begun{std::move(task_)};
    basic_task_scope<Tracer> const runs{begun};
    return work_(std::forward<Values>(values)...);
  }

  /// The work that the object carries.
  Work const& work() const noexcept { return work_; }

 private:
  [[no_unique_address]] basic_task<Tracer> task_;
  [[no_unique_address]] Work work_;
};

/// Names as those of a `task`.
template <class Tracer, class Work>
auto basic_as_task(lasting_text category, lasting_text label, Work&& work,
                   call_site at = call_site::here()) {
  task_id const cause = basic_this_task<Tracer>();
  basic_task<Tracer> begun{category, label, task_id{}, at};
  begun.caused_by(cause, at);
  return basic_task_work<Tracer, std::decay_t<Work>>{std::move(begun), std::forward<Work>(work)};
}

/// Makes work that carries a task, with the tracer of this unit: see `basic_task_work`. Names as
/// those of a `task`. Errors: throws what copying the work throws.
template <class Work>
auto as_task(lasting_text category, lasting_text label, Work&& work, caller from = caller::here()) {
  return basic_as_task<detail::tracer_of<caller::is_compiled_in>>(
      category, label, std::forward<Work>(work), from.at);
}

}}  // namespace trace2::v0
