// The rows of the tables that a trace becomes: one struct for each table. The members
// are the columns; an absent value is NULL. Numbers of processes, threads, tasks, regions and
// children are keys. Moments are microseconds since the epoch; durations, which end in _us, are
// microseconds. They are whole numbers unless a recording knows them better; moments then to a
// quarter of one.
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/reflect.hpp>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>
#include <boost/mp11/utility.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

namespace trace2::program::tables {

/// A text that may be absent.
using text = std::optional<std::string_view>;
/// A number that may be absent.
using number = std::optional<std::int64_t>;
/// A moment or a duration, in microseconds in the table.
struct time_value {
  read::nanoseconds length{};

  time_value() = default;
  time_value(read::nanoseconds of) noexcept : length{of} {}
  time_value(read::moment at) noexcept : length{at.since_epoch()} {}

  /// Always with three decimals: who loads the rows takes the type of a column from its first
  /// values.
  void append_json(buffer& out) const noexcept;
};

/// One per session id.
struct process_row {
  static constexpr std::string_view table = "processes";
  std::int64_t process{};
  number parent{};  ///< the process whose session id this one's continues
  std::string_view sid{};
  text parent_sid{};
  int depth{};  ///< number of its ancestors
  std::int64_t pid{};
  std::string_view name{};  ///< program and command, as "git fetch"
  text program{};
  text verb{};
  text mode{};
  text hierarchy{};
  text arguments{};  ///< an array in JSON
  text version{};
  text worktree{};  ///< of its first repository
  time_value begin{};
  time_value end{};
  time_value wall_us{};
  std::string_view state{};  ///< ended, killed, transformed (by exec) or unfinished
  number code{};             ///< its exit code, or 128 plus the number of a signal
  std::int64_t errors{};
};
BOOST_DESCRIBE_STRUCT(process_row, (),
                      (process, parent, sid, parent_sid, depth, pid, name, program, verb, mode,
                       hierarchy, arguments, version, worktree, begin, end, wall_us, state, code,
                       errors))

/// One per thread of a process, the main thread too.
struct thread_row {
  static constexpr std::string_view table = "threads";
  std::int64_t thread{};
  std::int64_t process{};
  std::string_view name{};
  time_value begin{};
  time_value end{};
};
BOOST_DESCRIBE_STRUCT(thread_row, (), (thread, process, name, begin, end))

/// One per task, written when the task ends.
struct task_row {
  static constexpr std::string_view table = "tasks";
  std::int64_t task{};
  std::int64_t process{};
  number parent{};         ///< the task that began it, if that had not ended
  std::int64_t task_id{};  ///< its number in the events of its process
  number parent_id{};
  std::string_view category{};
  std::string_view label{};
  text message{};
  time_value begin{};
  time_value duration_us{};
  time_value running_us{};  ///< threads ran it, in no region that only waits
  bool is_complete{};       ///< an event reported its end
};
BOOST_DESCRIBE_STRUCT(task_row, (),
                      (task, process, parent, task_id, parent_id, category, label, message, begin,
                       duration_us, running_us, is_complete))

/// One per region of a thread or a task, written when the region ends.
struct region_row {
  static constexpr std::string_view table = "regions";
  std::int64_t region{};
  std::int64_t process{};
  number thread{};  ///< NULL for a region of a task, which threads run in turn
  number task{};
  number parent{};  ///< the region around it
  int nesting{};    ///< 1 for the outermost region of a thread or task
  std::string_view category{};
  std::string_view label{};
  text message{};
  time_value begin{};
  time_value duration_us{};
  time_value self_us{};  ///< in no inner region, task or wait for a child; of a task's
                         ///< only while a thread runs the task
  bool is_complete{};    ///< an event reported its end
};
BOOST_DESCRIBE_STRUCT(region_row, (),
                      (region, process, thread, task, parent, nesting, category, label, message,
                       begin, duration_us, self_us, is_complete))

/// One per child_start; the parent's view of a child.
struct child_row {
  static constexpr std::string_view table = "children";
  std::int64_t child{};
  std::int64_t process{};
  number thread{};
  number task{};    ///< the one that the thread ran
  number region{};  ///< the region in which it was started
  int child_id{};
  text child_class{};
  text hook{};
  text arguments{};  ///< an array in JSON
  number pid{};
  time_value begin{};
  time_value duration_us{};
  number code{};
  text ready{};  ///< of a child that runs in the background
};
BOOST_DESCRIBE_STRUCT(child_row, (),
                      (child, process, thread, task, region, child_id, child_class, hook, arguments,
                       pid, begin, duration_us, code, ready))

/// One per data or data_json event.
struct data_row {
  static constexpr std::string_view table = "data";
  std::int64_t process{};
  std::int64_t thread{};
  number task{};    ///< the one that the thread ran
  number region{};  ///< the innermost region around it, of the task if there is one
  time_value moment{};
  std::string_view category{};
  std::string_view key{};
  std::string_view value{};
  bool is_json{};
};
BOOST_DESCRIBE_STRUCT(data_row, (),
                      (process, thread, task, region, moment, category, key, value, is_json))

/// Sums of intervals: of a process where thread is NULL, else of a thread.
struct timer_row {
  static constexpr std::string_view table = "timers";
  std::int64_t process{};
  number thread{};
  std::string_view category{};
  std::string_view name{};
  std::int64_t intervals{};
  time_value total_us{};
  time_value min_us{};
  time_value max_us{};
};
BOOST_DESCRIBE_STRUCT(timer_row, (),
                      (process, thread, category, name, intervals, total_us, min_us, max_us))

/// Of a process where thread is NULL, else of a thread.
struct counter_row {
  static constexpr std::string_view table = "counters";
  std::int64_t process{};
  number thread{};
  std::string_view category{};
  std::string_view name{};
  std::int64_t count{};
};
BOOST_DESCRIBE_STRUCT(counter_row, (), (process, thread, category, name, count))

/// One per error event.
struct error_row {
  static constexpr std::string_view table = "errors";
  std::int64_t process{};
  std::int64_t thread{};
  number task{};
  number region{};
  time_value moment{};
  std::string_view message{};
  text format{};
};
BOOST_DESCRIBE_STRUCT(error_row, (), (process, thread, task, region, moment, message, format))

/// An oddity of a trace, so that numbers of a process rest on a guess.
struct remark_row {
  static constexpr std::string_view table = "remarks";
  std::int64_t process{};
  std::string_view kind{};
  text place{};
  std::string_view remark{};
};
BOOST_DESCRIBE_STRUCT(remark_row, (), (process, kind, place, remark))

using all_rows = boost::mp11::mp_list<process_row, thread_row, task_row, region_row, child_row,
                                      data_row, timer_row, counter_row, error_row, remark_row>;

/// A tuple of `Of<Row>` for each table.
template <template <class> class Of>
using for_all_tables = boost::mp11::mp_rename<boost::mp11::mp_transform<Of, all_rows>, std::tuple>;

template <class Row>
using pointer_to_row = Row const*;
/// A row of one of the tables, never null.
using any_row =
    boost::mp11::mp_rename<boost::mp11::mp_transform<pointer_to_row, all_rows>, std::variant>;

/// Calls `visit.template operator()<Row>()` for each table.
template <class Visitor>
void for_each_table(Visitor const& visit) {
  boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, all_rows>>(
      [&]<class Row>(boost::mp11::mp_identity<Row>) { visit.template operator()<Row>(); });
}

}  // namespace trace2::program::tables
