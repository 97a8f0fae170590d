// The summary of a trace as data: tables of described structs, which are also its JSON.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/empty_region.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/interval_quantiles.hpp>
#include <trace2/value/reflect.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/left_out.hpp"

namespace trace2::program {

/// A table of text: its columns are the members of its row that are numbers, durations and
/// quantiles, and a last one with the names.
struct text_form {
  char const* title{};
  char const* names{};  ///< heading of the last column
  std::array<char const*, 3>
      less_important{};                  ///< left out where lines are too wide, in this order
  std::array<char const*, 4> without{};  ///< members that are no columns
};

/// All durations are seconds in JSON. A process that became another one by exec has a row for each
/// program, and `between` in the first one: the time in which none of them ran. These times add up.
struct process_row {
  static constexpr text_form form{
      "Processes", "command", {}, {"pid", "level", "errors", "between"}};
  std::string_view sid{};
  std::optional<std::string_view> parent{};  ///< its sid, if it is in the trace
  std::optional<std::uint32_t> pid{};
  int level{};  ///< 0 for a process whose parent is not in the trace
  std::string_view name{};
  std::string_view command{};
  std::optional<std::string_view> repository{};  ///< its first worktree
  std::string begin{};
  read::fine_duration wall{};
  double share{};  ///< share of the wall time of all processes at level 0, and what they became
  std::optional<std::int64_t> code{};
  std::string_view state{};
  std::uint64_t errors{};
  std::optional<read::fine_duration> between{};
};
BOOST_DESCRIBE_STRUCT(process_row, (),
                      (sid, parent, pid, level, name, command, repository, begin, wall, share, code,
                       state, errors, between))

/// All processes that ran the same command. `failed` counts exit codes other than 0, `unfinished`
/// processes whose end no event reported.
struct command_row {
  static constexpr text_form form{"Commands by name", "command", {"min", "p95", "median"}};
  std::string_view name{};
  std::uint64_t count{};
  std::uint64_t failed{};
  std::uint64_t unfinished{};
  read::fine_duration total{};
  read::fine_duration min{};
  read::fine_duration median{};
  read::fine_duration p95{};
  read::fine_duration max{};
};
BOOST_DESCRIBE_STRUCT(command_row, (),
                      (name, count, failed, unfinished, total, min, median, p95, max))

/// All regions of the same names. `self` is the time in no inner region, task or wait for a
/// child, `unfinished` counts regions whose end no event reported: their times end with their
/// threads.
struct region_row {
  static constexpr text_form form{"Regions", "region", {"min", "p95", "median"}};
  std::string_view category{};
  std::string_view label{};
  std::uint64_t count{};
  std::uint64_t unfinished{};
  read::fine_duration total{};
  read::fine_duration self{};
  read::fine_duration min{};
  read::fine_duration median{};
  read::fine_duration p95{};
  read::fine_duration max{};
};
BOOST_DESCRIBE_STRUCT(region_row, (),
                      (category, label, count, unfinished, total, self, min, median, p95, max))

/// All tasks of the same names. Running and waiting sum up to the total; `unfinished` counts tasks
/// whose end no event reported: their times end with their processes.
struct task_row {
  static constexpr text_form form{"Tasks", "task", {"p95", "median", "max"}};
  std::string_view category{};
  std::string_view label{};
  std::uint64_t count{};
  std::uint64_t unfinished{};
  read::fine_duration total{};
  read::fine_duration running{};
  read::fine_duration waiting{};
  read::fine_duration median{};
  read::fine_duration p95{};
  read::fine_duration max{};
};
BOOST_DESCRIBE_STRUCT(task_row, (),
                      (category, label, count, unfinished, total, running, waiting, median, p95,
                       max))

/// All child processes of the same class and program, as their parents see them.
struct child_row {
  static constexpr text_form form{"Children", "child"};
  std::string_view child_class{};
  std::string_view program{};
  std::uint64_t count{};
  std::uint64_t failed{};
  std::uint64_t background{};  ///< children whose end the parent has not waited for
  std::uint64_t unfinished{};
  read::fine_duration total{};
  read::fine_duration median{};
  read::fine_duration max{};
};
BOOST_DESCRIBE_STRUCT(child_row, (),
                      (child_class, program, count, failed, background, unfinished, total, median,
                       max))

/// A timer, summed up over all processes.
struct timer_row {
  static constexpr text_form form{"Timers", "timer", {"min", "mean"}, {"nanoseconds"}};
  std::string_view category{};
  std::string_view name{};
  std::uint64_t intervals{};
  read::fine_duration total{};
  read::fine_duration mean{};
  read::fine_duration min{};
  read::fine_duration max{};
  /// Of the intervals of a distribution_timer. A timer of the same names adds to `intervals`, but
  /// not to the `count` here.
  std::optional<interval_quantiles> nanoseconds{};
};
BOOST_DESCRIBE_STRUCT(timer_row, (),
                      (category, name, intervals, total, mean, min, max, nanoseconds))

/// The lengths of a timer's intervals, for text.
struct distribution_row {
  static constexpr text_form form{"Distributions", "timer", {"p90", "p99"}};
  std::uint64_t intervals{};
  std::optional<interval_quantiles> nanoseconds{};
  std::string_view category{};
  std::string_view name{};
};
BOOST_DESCRIBE_STRUCT(distribution_row, (), (intervals, nanoseconds, category, name))

/// A counter, summed up over all processes.
struct counter_row {
  static constexpr text_form form{"Counters", "counter"};
  std::string_view category{};
  std::string_view name{};
  std::uint64_t count{};
};
BOOST_DESCRIBE_STRUCT(counter_row, (), (category, name, count))

/// A phase, or the share of a phase in a timer or counter. The row of a phase comes before those of
/// its shares. All phases of the same names are added up.
struct phase_row {
  static constexpr text_form form{"Phases", "phase, and its sums", {"p90", "mean", "p99"}};
  std::string_view category{};
  std::string_view name{};
  std::string_view kind{};            ///< "phase", "timer" or "counter"
  std::string_view share_category{};  ///< of the timer or counter
  std::string_view share_name{};
  std::uint64_t count{};  ///< phases, intervals, or what a counter counted
  std::optional<duration> total{};
  std::optional<read::fine_duration> mean{};
  /// Of the intervals of a distribution_timer; shortest and longest, too, within 1/32.
  std::optional<interval_quantiles> nanoseconds{};
};
BOOST_DESCRIBE_STRUCT(phase_row, (),
                      (category, name, kind, share_category, share_name, count, total, mean,
                       nanoseconds))

/// A text among the values of a key.
struct value_row {
  std::string_view value{};
  std::uint64_t count{};
};
BOOST_DESCRIBE_STRUCT(value_row, (), (value, count))

/// All values of the same key.
struct data_row {
  static constexpr text_form form{"Data", "key = latest number, or frequent texts", {}, {"others"}};
  std::string_view category{};
  std::string_view key{};
  std::uint64_t count{};
  std::string latest{};
  std::optional<std::int64_t> sum{};  ///< sum, min and max: only if all values are integers
  std::optional<std::int64_t> min{};
  std::optional<std::int64_t> max{};
  /// Texts, the most frequent one first: of the first 32 different ones that have at most 64 bytes.
  std::optional<std::vector<value_row>> values{};
  std::optional<std::uint64_t> others{};  ///< values that are none of these, if there are any
};
BOOST_DESCRIBE_STRUCT(data_row, (), (category, key, count, latest, sum, min, max, values, others))

/// All events of the same name, which the reader has no description of: a program's own, for one.
struct other_event_row {
  static constexpr text_form form{"Other events", "event"};
  std::string_view name{};
  std::uint64_t count{};
};
BOOST_DESCRIBE_STRUCT(other_event_row, (), (name, count))

/// All error messages of the same format.
struct error_row {
  static constexpr text_form form{"Errors", "first message"};
  std::uint64_t count{};
  std::string_view format{};
  std::string_view message{};  ///< message of the first error
  std::string_view process{};
};
BOOST_DESCRIBE_STRUCT(error_row, (), (count, format, message, process))

/// A kind of event that is missing in the trace.
struct loss_row {
  static constexpr text_form form{"Lost", "what"};
  std::string what{};
  std::int64_t count{};
};
BOOST_DESCRIBE_STRUCT(loss_row, (), (what, count))

/// An oddity of the trace, so that numbers rest on a guess.
struct remark_row {
  std::string_view kind{};
  std::string_view sid{};
  std::string_view process{};
  std::string_view where{};
  std::string_view text{};
};
BOOST_DESCRIBE_STRUCT(remark_row, (), (kind, sid, process, where, text))

std::optional<std::vector<remark_row>> rows_of(read::remark_list const& remarks);

/// The contents of a trace in tables. Lifetime: that of the model and the label table it was made
/// from, whose texts it shows.
struct summary {
  std::string begin{};
  read::fine_duration wall{};
  std::uint64_t events{};
  std::uint64_t process_count{};
  std::uint64_t thread_count{};
  /// The cost of a region without contents, as recordings tell; nothing is subtracted for it.
  std::optional<read::empty_region> empty_region{};
  /// A tree: each process comes behind its parent. The slowest process at level 0 comes first.
  std::vector<process_row> processes{};
  std::vector<command_row> commands{};
  std::vector<region_row> regions{};
  std::optional<std::vector<task_row>> tasks{};  ///< only if there are any
  std::vector<child_row> children{};
  std::vector<timer_row> timers{};
  std::vector<counter_row> counters{};
  std::vector<phase_row> phases{};
  std::vector<data_row> data{};
  std::vector<other_event_row> other_events{};
  std::vector<error_row> errors{};
  std::vector<loss_row> losses{};
  std::optional<std::vector<remark_row>> remarks{};  ///< only if there are any
  program::left_out left_out{};                      ///< what the summary has no room for
};
BOOST_DESCRIBE_STRUCT(summary, (),
                      (begin, wall, events, process_count, thread_count, empty_region, processes,
                       commands, regions, tasks, children, timers, counters, phases, data,
                       other_events, errors, losses, remarks, left_out))

}  // namespace trace2::program
