// Finds the critical path through a command: what its wall time went to, through processes and
// threads.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "walk/model_walk.hpp"
#include "why/critical_children.hpp"
#include "why/critical_phases.hpp"
#include "why/critical_rows.hpp"
#include "why/critical_tasks.hpp"
#include "why/critical_threads.hpp"
#include "why/time_share.hpp"

namespace trace2::program {

/// The critical path of a command. Its rows partition the wall time, to the nanosecond.
///
/// The algorithm is CRISP's (Zhang and others, "CRISP: Critical Path Analysis of Large-Scale
/// Microservice Architectures", USENIX ATC 2022): from the end of a span back through the child
/// span that ended last, and from its start through the one that had ended last by then. Threads
/// and the workers of a pool are followed in this way. Trace2 knows more than spans:
/// - `child_start` to `child_exit` is the parent's clock, and the first to the last event of the
///   child its own. The difference is what it takes to start and end a process.
/// - Regions nest on one thread, so a thread waits for a child only in the innermost region, in
///   which it has started the child, or before the child's end (read/child_waits.hpp). Of a child
///   with waits in two regions the shorter wait is a row. `child_ready` ends the wait.
/// - Children may nest, as a helper that runs while a server waits for its input. Then the helper
///   counts, though the server ends last (critical_children.hpp).
/// - A thread may work in further regions while its child runs. What the child did in that time is
///   unknown: if it was waited for in most of its time, all of its rows have the same share less.
/// - Threads have a beginning and an end. Trace2 has no event for a join: a region that is entered
///   once, and in which a thread ends, counts as waiting for the thread, but never longer than its
///   self time. This is a guess, since the region may have worked too. It isn't made of regions
///   entered several times, whose sums alone are known, nor where other regions tell their waits.
/// - Tasks wait for each other, and regions that only wait for tasks (critical_tasks.hpp); so do
///   regions that wait for threads which run tasks.
/// - Phases have what remains of the self time from their beginnings to their ends
///   (critical_phases.hpp).
/// - A process without a main thread, such as one whose threads all have names of their own, waits
///   for the last of its threads all the time.
///
/// Memory: proportional to the nodes of the model. Model and labels must outlive it.
class critical_path {
 public:
  using kind = critical_rows::kind;
  using row = critical_rows::row;
  static constexpr read::label_id no_label = critical_rows::no_label;

  using straggler = critical_threads::straggler;

  critical_path(model const& trace, read::label_table const& labels)
      : trace_{trace}, walk_{trace, labels}, waits_{trace}, tasks_{trace}, phases_{trace} {}

  void of_process(node_index process) { walk_.visit_process(process, *this); }

  /// From the start of a child to its exit. The child is the command itself.
  void of_child(child_node const& child) { walk_.visit_child(child, *this); }

  /// The rows, longest first.
  std::vector<row> rows() const { return rows_.by_time(); }
  straggler const& worst_straggler() const noexcept { return straggler_; }

  /// A process on the path, under the name that its rows have.
  struct stay {
    node_index process{};
    std::string_view name{};  ///< null in the command itself
  };

  /// A child that the path leads into: from a moment to another, or if there are none, whenever it
  /// was waited for.
  struct followed_child {
    child_node const* child = nullptr;
    read::moment begin{};
    read::moment end{};
  };

  /// The processes that the path leads through, in its order: elsewhere others may be busy
  /// (meanwhile.hpp).
  std::vector<stay> const& stays() const noexcept { return stays_; }
  std::vector<followed_child> const& followed_children() const noexcept { return followed_; }
  /// In no order.
  std::vector<critical_threads::visit> const& visits() const noexcept { return visits_; }

  /// Forgets the rows, for the path of another command.
  void clear();

  // ---- called by the walk ----

  void enter(model_walk::item const& item);

  void leave(model_walk::item const& item);

 private:
  struct open_process {
    std::string_view name;
    node_index index;
    critical_threads threads;
    std::size_t children;  ///< around it
  };
  struct open_child {
    std::string_view name;
    time_share share;  ///< of its time the part that is waited for
  };

  /// Adds what is not followed into as a single row.
  bool is_followed(model_walk::item const& item);

  /// In the region of the item. All of the time of a child that is the command itself.
  read::nanoseconds wait_for(model_walk::item const& item) const noexcept;

  static std::string_view name_of(model_walk::item const& item) noexcept;

  std::string_view present() const noexcept;

  /// The time is that of the child unless a process inside has spent it in becoming another one.
  void add_untraced(model_walk::item const& item);

  void enter_process(model_walk::item const& item);

  void leave_process(process_node const& process);

  void account(model_walk::item const& item);

  auto add_task() {
    return [this](auto const& task, bool is_running, read::nanoseconds time) {
      add({.kind = is_running ? kind::task : kind::task_wait,
           .process = present(),
           .name = task.message,
           .label = task.label,
           .time = time,
           .count = 1});
    };
  }

  /// The tasks for which a region has waited; no more than `most` of its time.
  read::nanoseconds wait_for_tasks(region_node const& region, read::nanoseconds most);

  /// The phases in which a region was spent; no more than `most` of its time.
  read::nanoseconds account_phases(region_node const& region, critical_phases::which wanted,
                                   read::nanoseconds most);

  void account_threads(process_node const& process);

  /// The threads that ended inside a span of time; no more than `most` of it.
  read::nanoseconds wait_for_threads(read::moment begin, read::moment end, read::nanoseconds most);

  // ---- rows ----

  void add(row added);

  model const& trace_;
  model_walk walk_;
  critical_children waits_;
  critical_tasks tasks_;
  critical_phases phases_;
  critical_rows rows_;
  std::vector<open_process> processes_;
  std::vector<open_child> children_;
  std::vector<read::label_id> regions_;
  std::vector<stay> stays_;
  std::vector<followed_child> followed_;
  std::vector<critical_threads::visit> visits_;
  straggler straggler_;
  std::size_t skipped_ = 0;  ///< levels inside an item that is not followed
};

}  // namespace trace2::program
