// The model of a whole trace. Its size grows with the number of processes, threads and names, not
// with the number of events. Nodes refer to each other by index. All durations are nanoseconds,
// all moments nanoseconds since the epoch.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/distribution.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/interval_distribution.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/node_index.hpp>
#include <trace2/read/phase_sums.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/task_history.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// What a region_node stands for.
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
  label_id label{};
  region_kind kind{};
  bool has_message = false;  ///< there is an entry for it in the messages of the model
  node_index parent = no_node;
  node_index first_child = no_node;
  node_index last_child = no_node;
  node_index next = no_node;  ///< next node with the same parent
  std::int64_t begin{};       ///< of the first region
  std::uint64_t count{};
  std::uint64_t incomplete{};  ///< regions among them whose end no event reported
  std::int64_t total{};
  std::int64_t inside{};  ///< time in the nodes directly inside, and in waiting for children
  std::int64_t waited{};  ///< in a task's tree: time outside of inner nodes in which nothing ran it

  /// The time in nothing inside. So own time, waited time, inner nodes and waits for children sum
  /// up to the total, to the nanosecond.
  std::int64_t own() const noexcept {
    std::int64_t const others = saturating_add(inside, waited);
    return others < total ? total - others : 0;
  }
};

/// A thread of a process, under one of its names.
struct thread_node {
  std::string name{};
  node_index process{};
  node_index root{};  ///< a region_node
  std::int64_t begin{};
  std::int64_t end{};

  bool is_main() const noexcept { return is_main_thread(name); }
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
  label_id what{};        ///< class and program of the child
  std::string command{};  ///< arguments, quoted; cut if they are long; the name of a hook
  std::int64_t begin{};
  std::int64_t duration = -1;  ///< -1: no event reported the end
  /// Time of the parent's thread in waiting for it (child_waits.hpp), in the region.
  std::int64_t waited{};
  /// Another region_node in which the thread has waited for its end, for `waited_at_end`; or none.
  node_index end_region = no_node;
  std::int64_t waited_at_end{};
  int pid = -1;
  int code = -1;
  bool is_left_alone = false;          ///< the parent has not waited for its end
  std::vector<node_index> sessions{};  ///< process_nodes of the child, by their beginnings
};

/// One session id.
struct process_node {
  std::string sid{};
  std::string name{};        ///< name for people, such as "git clone"
  std::string command{};     ///< arguments, quoted, cut if there are many
  std::string repository{};  ///< worktree of the first one that it announced; cut if it is long
  node_index parent = no_node;
  node_index child = no_node;  ///< child_node of the parent that belongs to it
  std::int64_t begin{};
  std::int64_t end{};
  process_state state{};
  int code = -1;
  std::uint64_t errors{};
  std::vector<node_index> threads{};
  std::vector<node_index> children{};  ///< child_nodes, in the order of their starts
  std::vector<node_index>
      strangers{};  ///< process_nodes with this parent, but without a child_node

  std::int64_t wall() const noexcept { return end - begin; }
};

// ---- sums over the whole trace, by label ----

/// All regions of the same names. `self` is their time outside the regions inside.
struct region_statistics {
  std::uint64_t incomplete{};
  std::int64_t self{};
  distribution totals;
};

/// All tasks of the same names. Running and waiting sum up to the totals.
struct task_statistics {
  std::uint64_t incomplete{};
  std::int64_t running{};  ///< a thread ran them, in no region that only waits
  std::int64_t waiting{};
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
  std::int64_t total{};
  std::int64_t min = std::numeric_limits<std::int64_t>::max();
  std::int64_t max{};
  interval_distribution lengths;  ///< of the processes that keep a distribution: distribution_timer

  /// As finely as they are known: events tell microseconds, distributions nanoseconds.
  fine_duration shortest() const noexcept {
    return length_of(lengths.shortest(), std::min(min, max));
  }
  fine_duration longest() const noexcept { return length_of(lengths.longest(), max); }

 private:
  fine_duration length_of(std::int64_t of_distribution, std::int64_t of_events) const noexcept {
    bool const is_of_all = lengths.count() != 0 && lengths.count() == intervals;
    return fine_duration::nanoseconds(is_of_all ? of_distribution : of_events, is_of_all);
  }
};

/// All values of the same key.
struct data_statistics {
  std::uint64_t count{};
  std::int64_t latest_at = std::numeric_limits<std::int64_t>::min();
  std::string latest_text;
  std::optional<std::int64_t> latest_number{};  ///< instead, if the latest value came as one
  bool is_number = true;                        ///< all values are integers
  std::int64_t sum{};
  std::int64_t min = std::numeric_limits<std::int64_t>::max();
  std::int64_t max = std::numeric_limits<std::int64_t>::min();

  std::string latest() const {
    return latest_number ? std::to_string(*latest_number) : latest_text;
  }
};

/// All error messages of the same format.
struct error_statistics {
  std::uint64_t count{};
  std::int64_t first_at{};  ///< of the earliest one, whose process and message follow
  std::string message;
  std::string process;            ///< name of the process that emitted it
  node_index reporter = no_node;  ///< process_node of it, if it has one
};

/// The numbers of items for which a model has no nodes. Sums and counts include them.
struct missing_nodes {
  std::uint64_t processes{};
  std::uint64_t threads{};
  std::uint64_t regions{};  ///< single regions, not nodes
  std::uint64_t children{};
  std::uint64_t tasks{};  ///< single tasks, not nodes
};

/// A whole trace. It is a value: nodes hold indices into its vectors, and labels are numbers of the
/// label table that it was built with. Threads: any may read it, none while another changes it.
struct model {
  std::vector<process_node> processes;
  std::vector<thread_node> threads;
  std::vector<region_node> regions;
  std::vector<child_node> children;
  std::vector<task_node> tasks;
  task_history task_times;                               ///< of single tasks
  std::unordered_map<node_index, std::string> messages;  ///< of region_nodes that have one message
  std::vector<node_index> roots;  ///< process_nodes whose parent is not in the trace

  std::unordered_map<label_id, region_statistics> region_sums;
  std::unordered_map<label_id, task_statistics> task_sums;
  std::unordered_map<label_id, command_statistics> command_sums;  ///< by name of the process
  std::unordered_map<label_id, child_statistics> child_sums;
  std::unordered_map<label_id, timer_statistics> timer_sums;
  std::unordered_map<label_id, std::uint64_t> counter_sums;
  read::phase_sums phase_sums;
  std::unordered_map<label_id, data_statistics> data_sums;
  std::unordered_map<label_id, std::uint64_t> other_event_counts;  ///< by name of the event
  std::unordered_map<label_id, error_statistics> error_sums;       ///< by format of the message

  bool is_fine = false;  ///< the times of a process are known to the nanosecond
  std::uint64_t event_count = 0;
  std::uint64_t process_count = 0;  ///< also processes without a node
  std::uint64_t thread_count = 0;
  missing_nodes missing{};
  int deepest = 0;  ///< highest level of nesting of any event
  std::array<std::uint64_t, task_fault_count> task_faults{};  ///< by task_fault
  std::uint64_t overload_count = 0;  ///< processes that met a full directory (R-DST-16)
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t wall() const noexcept { return end - begin; }
};

}}}  // namespace trace2::v0::read
