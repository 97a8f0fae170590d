// The model of a whole trace. Its size grows with the number of processes, threads and names, not
// with the number of events. Nodes refer to each other by index.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/exit_code.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/process_state.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/task_event.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/disturbance_sums.hpp"
#include "model/node_index.hpp"
#include "model/phase_sums.hpp"
#include "model/task_history.hpp"
#include "statistics/distribution.hpp"
#include "statistics/interval_distribution.hpp"

namespace trace2::program {

/// The kind of a region_node.
enum class region_kind : unsigned char {
  region,  ///< also a thread or task as a whole: a root
  wait,    ///< regions that only wait
  run      ///< the times in which the thread ran tasks with this label
};

/// All regions of one thread with the same name and the same path of enclosing regions. A root
/// stands for the thread itself. Tasks that began in the same place with the same label have such a
/// tree in common, of which the root stands for the tasks. The regions of tasks occur in it, and
/// for as long as a thread ran them, inside the `run` of that thread.
struct region_node {
  read::label_id label{};
  region_kind kind{};
  bool has_message = false;  ///< there is an entry for it in the messages of the model
  node_index parent = no_node;
  node_index first_child = no_node;
  node_index last_child = no_node;
  node_index next = no_node;  ///< next node with the same parent
  read::moment begin{};       ///< of the first region
  std::uint64_t count{};
  std::uint64_t incomplete{};  ///< regions among them whose end no event reported
  read::nanoseconds total{};
  read::nanoseconds inside{};  ///< time in the nodes directly inside, and in waiting for children
  /// By which they lasted longer, while others of the thread had its time.
  read::nanoseconds overlapped{};
  read::nanoseconds
      waited{};  ///< in a task's tree: time outside of inner nodes in which nothing ran it

  /// The time in no inner node and in no wait for a child. So it, the waited time, inner nodes and
  /// waits for children sum up to the total, to the nanosecond.
  read::nanoseconds self() const noexcept;
};

/// A thread of a process, under one of its names.
struct thread_node {
  std::string name{};
  node_index process{};
  node_index root{};  ///< a region_node
  /// region_node of the main thread in which it began; none if there was no main thread.
  node_index place = no_node;
  read::moment begin{};
  read::moment end{};

  bool is_main() const noexcept { return read::is_main_thread(name); }
};

/// All tasks with the same label that began in the same place.
struct task_node {
  node_index process{};
  node_index place{};  ///< region_node in which they began, of a thread or of another task
  node_index root{};   ///< region_node with their label, number and times
};

/// A child process as its parent sees it.
struct child_node {
  node_index process{};  ///< the parent
  node_index region{};   ///< region_node of the parent in which the child was started
  int id{};
  read::label_id what{};  ///< class and program of the child
  std::string command{};  ///< arguments, quoted; cut if they are long; the name of a hook
  read::moment begin{};
  std::optional<read::nanoseconds> duration{};  ///< nothing if no event reported the end
  /// Time of the parent's thread in waiting for it (child_waits.hpp), in the region.
  read::nanoseconds waited{};
  /// Another region_node in which the thread has waited for its end, for `waited_at_end`; or none.
  node_index end_region = no_node;
  read::nanoseconds waited_at_end{};
  int pid = -1;
  read::exit_code code{};
  bool is_left_alone = false;          ///< the parent has not waited for its end
  bool has_outlived = false;           ///< a process of it stands apart: it has outlived the parent
  std::vector<node_index> sessions{};  ///< process_nodes of the child, by their beginnings
};

/// One session id.
struct process_node {
  std::string sid{};
  std::string name{};        ///< name for people, such as "git clone"
  std::string command{};     ///< arguments, quoted, cut if there are many
  std::string repository{};  ///< worktree of the first one that it announced; cut if it is long
  node_index parent = no_node;
  node_index child = no_node;     ///< child_node of the parent that belongs to it
  bool is_guessed_child = false;  ///< other children of the parent fit as well
  read::moment begin{};
  read::moment end{};
  /// A process that has detached itself from its parent goes on as another process_node, which has
  /// neither parent nor child_node.
  node_index detached = no_node;
  /// What it was before; or the parent whose end it has outlived, which is no `parent` then.
  node_index detached_from = no_node;
  read::nanoseconds lasted{};  ///< then: the time of both
  /// By how much the wall clock was put forward while it ran, by the latest of such settings; 0 if
  /// its lines tell of none.
  read::nanoseconds clock_step{};
  /// Its times take into account what its parent knew of the wall clock when it began.
  bool has_parents_clock = false;
  /// By how much its times were put back, because its parent learned later that the clock was set.
  read::nanoseconds put_back{};
  read::process_state state{};
  read::exit_code code{};
  std::uint64_t errors{};
  std::vector<node_index> threads{};
  std::vector<node_index> children{};  ///< child_nodes, in the order of their starts
  std::vector<node_index>
      strangers{};  ///< process_nodes with this parent, but without a child_node

  read::nanoseconds wall() const noexcept { return end - begin; }
};

// ---- sums over the whole trace, by label ----

/// All regions of the same names. `self` is their time in no inner region, task or wait for a
/// child.
struct region_statistics {
  std::uint64_t incomplete{};
  read::nanoseconds self{};
  distribution totals;
};

/// All tasks of the same names. Running and waiting sum up to the totals.
struct task_statistics {
  std::uint64_t incomplete{};
  read::nanoseconds running{};  ///< a thread ran them, in no region that only waits
  read::nanoseconds waiting{};
  distribution totals;
};

/// All processes that ran the same command.
struct command_statistics {
  std::uint64_t failed{};      ///< exit code is not 0
  std::uint64_t incomplete{};  ///< no event reported the end
  distribution walls;
};

/// All child processes of the same class and program, as their parents see them.
struct child_statistics {
  std::uint64_t failed{};
  std::uint64_t left_alone{};
  std::uint64_t incomplete{};
  distribution durations;
};

/// A timer: its sums of all processes.
struct timer_statistics {
  std::uint64_t intervals{};
  read::fine_duration total{};
  read::fine_duration min = read::fine_duration{read::fine_duration::longest};
  read::fine_duration max{};
  interval_distribution lengths;  ///< of the processes that keep a distribution: distribution_timer

  /// As finely as they are known: events tell microseconds, distributions nanoseconds.
  read::fine_duration shortest() const noexcept;
  read::fine_duration longest() const noexcept { return length_of(lengths.longest(), max); }

 private:
  read::fine_duration length_of(read::nanoseconds of_distribution,
                                read::fine_duration of_events) const noexcept;
};

/// A text among the values of a key, and how often it occurred.
struct value_count {
  std::string text;
  std::uint64_t count{};
};

/// All values of the same key.
struct data_statistics {
  static constexpr std::size_t most_texts = 32;
  static constexpr std::size_t longest_text = 64;  ///< bytes

  std::uint64_t count{};
  read::moment latest_at = read::moment::min();
  std::string latest_text;
  std::optional<std::int64_t> latest_number{};  ///< instead, if the latest value came as one
  bool is_number = true;                        ///< all values are integers
  std::int64_t sum{};
  std::int64_t min = std::numeric_limits<std::int64_t>::max();
  std::int64_t max = std::numeric_limits<std::int64_t>::min();
  /// The first different texts with their numbers, which are exact. Integers, longer texts and what
  /// finds no room here are the rest of `count`.
  std::vector<value_count> texts{};

  std::string latest() const;
};

/// All error messages of the same format.
struct error_statistics {
  std::uint64_t count{};
  read::moment first_at{};  ///< of the earliest one, whose process and message follow
  std::string message;
  std::string process;            ///< name of the process that emitted it
  node_index reporter = no_node;  ///< process_node of it, if it has one
};

/// A phase that a thread of a process has ended.
struct phase_span {
  node_index region{};  ///< region_node of the thread in which it ended
  read::label_id label{};
  read::moment begin{};  ///< not before the region's
  read::moment end{};
};

/// The sums of a timer in one process, of all its threads.
struct process_timer {
  node_index process{};
  read::label_id label{};
  std::uint64_t intervals{};
  read::fine_duration total{};
};

/// The numbers of items for which a model has no nodes. Sums and counts include them.
struct missing_nodes {
  std::uint64_t processes{};
  std::uint64_t threads{};
  std::uint64_t regions{};  ///< single regions, not nodes
  std::uint64_t children{};
  std::uint64_t tasks{};  ///< single tasks, not nodes
};

/// A whole trace. A value: nodes hold indices into its vectors, and labels are numbers of the label
/// table that it was built with. Threads: any may read it, none while another changes it.
struct model {
  model();
  ~model();
  model(model&&) noexcept;
  model& operator=(model&&) noexcept;

  std::vector<process_node> processes;
  std::vector<thread_node> threads;
  std::vector<region_node> regions;
  std::vector<child_node> children;
  std::vector<task_node> tasks;
  task_history task_times;                               ///< of single tasks
  std::unordered_map<node_index, std::string> messages;  ///< of region_nodes that have one message
  /// Of region_nodes, as samples are: those of a task have two.
  std::unordered_map<node_index, disturbance_sums> disturbances;
  std::vector<node_index> roots;  ///< process_nodes whose parent is not in the trace

  std::unordered_map<read::label_id, region_statistics> region_sums;
  std::unordered_map<read::label_id, task_statistics> task_sums;
  std::unordered_map<read::label_id, command_statistics> command_sums;  ///< by name of the process
  std::unordered_map<read::label_id, child_statistics> child_sums;
  std::unordered_map<read::label_id, timer_statistics> timer_sums;
  std::unordered_map<read::label_id, std::uint64_t> counter_sums;
  program::phase_sums phase_sums;
  std::vector<phase_span> phases;  ///< the first ones, as many as there is room for; so the timers
  std::vector<process_timer> process_timers;
  std::unordered_map<read::label_id, data_statistics> data_sums;
  std::unordered_map<read::label_id, std::uint64_t> other_event_counts;  ///< by name of the event
  std::unordered_map<read::label_id, error_statistics> error_sums;  ///< by format of the message

  bool is_fine = false;  ///< the times of a process are known to the nanosecond
  std::uint64_t event_count = 0;
  std::uint64_t process_count = 0;  ///< also processes without a node
  std::uint64_t thread_count = 0;
  missing_nodes missing{};
  read::remark_list remarks;  ///< why numbers of it rest on a guess
  int deepest = 0;            ///< highest level of nesting of any event
  std::array<std::uint64_t, read::task_fault_count> task_faults{};  ///< by task_fault
  std::uint64_t overload_count = 0;  ///< processes that met a full directory (R-DST-16)
  read::moment begin{};
  read::moment end{};

  read::nanoseconds wall() const noexcept { return end - begin; }
};

}  // namespace trace2::program
