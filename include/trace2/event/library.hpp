// The library's own events, by name: those that its readers know without a schema.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

namespace trace2 { inline namespace v0 {

namespace event {

struct version;
struct too_many_files;
struct start;
struct exit;
struct atexit;
struct signal;
struct error;
struct cmd_path;
struct cmd_ancestry;
struct cmd_name;
struct cmd_mode;
struct alias;
struct child_start;
struct child_exit;
struct child_ready;
struct thread_start;
struct thread_exit;
struct exec;
struct exec_result;
struct def_param;
struct def_repo;
struct region_enter;
struct region_leave;
struct data;
struct data_json;
struct printf;
struct task_begin;
struct task_run;
struct task_pause;
struct task_end;
struct task_link;
struct task_region_enter;
struct task_region_leave;

/// Whose sums an event tells: those of one thread, which ends, or of the process.
enum class sum_of { thread, process };
template <sum_of Whose>
struct timer_sum;
template <sum_of Whose>
struct counter_sum;
/// The intervals that one thread has measured with a timer.
using th_timer = timer_sum<sum_of::thread>;
/// The intervals that all threads have measured with a timer.
using timer = timer_sum<sum_of::process>;
/// The sum of one thread for a counter.
using th_counter = counter_sum<sum_of::thread>;
/// The sum of all threads for a counter.
using counter = counter_sum<sum_of::process>;

}  // namespace event

namespace detail {

template <class... Events>
struct event_list {
  template <class Event>
  static constexpr bool contains = (std::is_same_v<Event, Events> || ...);
};

/// All events of Git, up to version 4 of the EVENT format, and those of tasks.
using library_events =
    event_list<event::version, event::too_many_files, event::start, event::exit, event::atexit,
               event::signal, event::error, event::cmd_path, event::cmd_ancestry, event::cmd_name,
               event::cmd_mode, event::alias, event::child_start, event::child_exit,
               event::child_ready, event::thread_start, event::thread_exit, event::exec,
               event::exec_result, event::def_param, event::def_repo, event::region_enter,
               event::region_leave, event::data, event::data_json, event::printf, event::th_timer,
               event::timer, event::th_counter, event::counter, event::task_begin, event::task_run,
               event::task_pause, event::task_end, event::task_link, event::task_region_enter,
               event::task_region_leave>;

/// Not an event of a program's own that derives from one of these: readers don't know that.
template <class Event>
concept library_event = library_events::contains<Event>;

}  // namespace detail
}}  // namespace trace2::v0
