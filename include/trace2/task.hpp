// Tasks: work with an identity of its own, which moves between threads. A region belongs to the
// thread that entered it; one that a coroutine enters on one thread and leaves on another measures
// something else. A task takes its regions along:
//
//     #include <trace2/task.hpp>
//     #include <trace2/trace2.hpp>
//
//     struct request {
//       trace2::task task{"http", "request"};        // begins, inside the task of this thread
//       …
//     };
//
//     void go_on_with(request& one) {
//       trace2::task_scope const runs{one.task};     // this thread now runs that task
//       TRACE2_REGION("http", "parse");              // a region of the task
//       …
//     }                                              // and pauses it
//
// The end of the object ends the task. Everything that the thread says in the scope belongs to the
// task: regions, data, messages, and new tasks, whose parent it is. Pools capture `this_task()`
// with the work that they take over, for `caused_by` and `waits_for`.
//
// Adapters do all of this for coroutines, pools of threads and Boost.Asio: task/coroutine.hpp,
// task/work.hpp and task/asio.hpp; examples/tasks has a page on them.
//
// EVENT and PERF show task_begin, task_run, task_pause, task_end, task_link, and task_region_enter
// and task_region_leave for the regions inside. A task that is still open when the session ends is
// counted, and the number shown as "unfinished_tasks". Units that only instrument pay for including
// this what trace2.hpp costs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/caller.hpp>
#include <trace2/call/macros.hpp>
#include <trace2/call/static_site.hpp>
#include <trace2/call/task.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/instrument.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/flight_recorder.hpp>
#  include <trace2/session/implementation.hpp>
#  include <trace2/verb/task.hpp>
#endif

/// Begins a task in an object that is a `task`: `TRACE2_TASK(work.task, "index", "shard")`. The
/// parent, a `task_id`, may follow. The names are literals, or texts as `task` takes them; those of
/// literals are stored once in a recording. Evaluates nothing while tracing is off.
#define TRACE2_TASK(object, category, label, ...)                                                  \
  TRACE2_DETAIL_WHILE_ENABLED(static constexpr bool trace2_detail_is_static_ =                     \
                                  TRACE2_DETAIL_IS_LITERAL(category) &&                            \
                                  TRACE2_DETAIL_IS_LITERAL(label);                                 \
                              TRACE2_DETAIL_SITE(static_site, trace2_detail_is_static_,            \
                                                 trace2_detail_task_site_, category, label);       \
                              if constexpr (trace2_detail_is_static_)::trace2::detail::begin_task( \
                                  object, trace2_detail_task_site_ __VA_OPT__(, ) __VA_ARGS__);    \
                              else(object).begin(category, label __VA_OPT__(, ) __VA_ARGS__))

namespace trace2 { inline namespace v0 {

namespace detail {

template <class Tracer>
void begin_task([[maybe_unused]] basic_task<Tracer>& object, [[maybe_unused]] static_site& site,
                [[maybe_unused]] task_id parent = inherited_parent) noexcept {
  if constexpr (Tracer::is_compiled_in)
    if (auto const* const by = task_support<typename Tracer::targets>::find()) {
      // Before the new task begins, which would be its child.
      object.end();
      object.began(by, by->begin(site, parent.value));
    }
}

template <bool Enabled>
using tracer_of = basic_tracer<Enabled, default_targets>;

}  // namespace detail

/// In a header that units with different settings include, name `basic_task<…>` instead: an alias
/// that follows the unit would make your class differ between them.
using task = basic_task<tracer>;
/// "This thread now runs that task", of the tracer of this unit.
using task_scope = basic_task_scope<tracer>;

/// The task that the calling thread runs; none while nothing is traced.
inline task_id this_task(caller = caller::here()) noexcept {
  return basic_this_task<detail::tracer_of<caller::is_compiled_in>>();
}

/// Says that the task that the calling thread runs goes on only when the other one has ended, or
/// has got somewhere.
inline void waits_for(task_id other, caller from = caller::here()) noexcept {
  basic_link_this_task<detail::tracer_of<caller::is_compiled_in>>("waits_for", other, from.at);
}
/// Says that the task that the calling thread runs exists because of the other one, which is not
/// its parent.
inline void caused_by(task_id other, caller from = caller::here()) noexcept {
  basic_link_this_task<detail::tracer_of<caller::is_compiled_in>>("caused_by", other, from.at);
}

}}  // namespace trace2::v0
