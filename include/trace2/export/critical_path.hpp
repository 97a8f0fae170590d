// Finds the critical path through a command: what its wall time went to, through processes and
// threads.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/child_time.hpp>
#include <trace2/export/critical_children.hpp>
#include <trace2/export/critical_rows.hpp>
#include <trace2/export/critical_tasks.hpp>
#include <trace2/export/critical_threads.hpp>
#include <trace2/export/model_walk.hpp>
#include <trace2/export/time_share.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

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
///   own time. This is a guess, since the region may have worked too. It isn't made of regions
///   entered several times, whose sums alone are known, nor where other regions tell their waits.
/// - Tasks wait for each other, and regions that only wait for tasks (critical_tasks.hpp); so do
///   regions that wait for threads which run tasks.
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

  critical_path(read::model const& trace, read::label_table const& labels)
      : trace_{trace}, walk_{trace, labels}, waits_{trace}, tasks_{trace} {}

  void of_process(read::node_index process) { walk_.visit_process(process, *this); }

  /// From the start of a child to its exit. It is the command itself.
  void of_child(read::child_node const& child) { walk_.visit_child(child, *this); }

  /// The rows, longest first.
  std::vector<row> rows() const { return rows_.by_time(); }
  straggler const& worst_straggler() const noexcept { return straggler_; }

  /// Forgets the rows, for the path of another command.
  void clear() {
    rows_.clear();
    straggler_ = {};
  }

  // ---- called by the walk ----

  static constexpr bool threads_apart = true;

  void enter(model_walk::item const& item) {
    if (skipped_ > 0 || !is_followed(item)) {
      ++skipped_;
      return;
    }
    using kinds = model_walk::kind;
    if (item.kind == kinds::process) enter_process(item);
    if (item.kind == kinds::child)
      children_.push_back({name_of(item), {wait_for(item), item.duration}});
    if (item.kind == kinds::region) regions_.push_back(item.region->label);
    if (item.kind == kinds::start || item.kind == kinds::end)
      add({.kind = kind::startup,
           .name = children_.back().name,
           .time = item.total,
           .count = std::exchange(children_.back().is_counted, true) ? 0u : 1u});
    if (item.kind == kinds::between) add_between(item);
  }

  void leave(model_walk::item const& item) {
    if (skipped_ > 0) {
      --skipped_;
      return;
    }
    using kinds = model_walk::kind;
    if (item.kind == kinds::region || item.kind == kinds::main_thread) account(item);
    if (item.kind == kinds::region) regions_.pop_back();
    if (item.kind == kinds::child) children_.pop_back();
    if (item.kind == kinds::process) {
      leave_process(*item.process);
    }
  }

 private:
  struct open_process {
    std::string_view name;
    read::node_index index;
    critical_threads threads;
    std::size_t children;  ///< around it
  };
  struct open_child {
    std::string_view name;
    time_share share;         ///< of its time the part that is waited for
    bool is_counted = false;  ///< among the processes that started
  };

  /// Adds what is not followed into as a single row.
  bool is_followed(model_walk::item const& item) {
    if (item.kind == model_walk::kind::process) {
      if (item.is_cut && !item.is_beside)
        add({.kind = kind::own, .process = item.name, .time = item.total});
      return !item.is_beside && !item.is_cut;
    }
    if (item.kind == model_walk::kind::task) return false;
    if (item.kind == model_walk::kind::run) {
      add({.kind = kind::task,
           .process = present(),
           .label = item.region->label,
           .time = item.total,
           .count = item.count});
      return false;
    }
    bool const is_child = item.kind == model_walk::kind::child;
    if (!is_child && item.kind != model_walk::kind::wait) return true;
    std::int64_t const time = wait_for(item);
    bool const is_most =
        time > 0 && (processes_.empty() || waits_.was_mostly_waited_for(*item.child));
    bool const goes_on = time_of(trace_, *item.child).is_outlasted;
    bool const has_told = is_child && !item.child->sessions.empty();
    bool const is_known = has_told && !item.is_parallel && !item.is_cut && !goes_on && is_most;
    if (!is_known && time > 0)
      add({.kind = has_told ? kind::beside : kind::wait,
           .process = present(),
           .name = name_of(item),
           .label = regions_.empty() ? no_label : regions_.back(),
           .time = time,
           .count = 1});
    return is_known;
  }

  /// In the region of the item. All of the time of a child that is the command itself.
  std::int64_t wait_for(model_walk::item const& item) const noexcept {
    return processes_.empty() ? item.duration : waits_.time_of(*item.child, item.is_at_end);
  }

  static std::string_view name_of(model_walk::item const& item) noexcept {
    return item.process != nullptr ? std::string_view{item.process->name} : item.name;
  }

  std::string_view present() const noexcept {
    return processes_.size() < 2 ? std::string_view{} : processes_.back().name;
  }

  /// The time is that of the child unless a process inside has spent it in becoming another one.
  void add_between(model_walk::item const& item) {
    bool const is_of_child =
        !children_.empty() && (processes_.empty() || processes_.back().children < children_.size());
    add({.kind = kind::between,
         .name = is_of_child ? children_.back().name : processes_.back().name,
         .time = item.total,
         .count = 1});
  }

  void enter_process(model_walk::item const& item) {
    auto const index = static_cast<read::node_index>(item.process - trace_.processes.data());
    processes_.push_back({item.name, index, {trace_, *item.process}, children_.size()});
  }

  void leave_process(read::process_node const& process) {
    critical_threads const& threads = processes_.back().threads;
    if (!threads.has_main()) account_threads(process);
    if (threads.worst_straggler().alone > straggler_.alone) straggler_ = threads.worst_straggler();
    processes_.pop_back();
  }

  void account(model_walk::item const& item) {
    std::int64_t own = item.exclusive;
    read::region_node const& region = *item.region;
    bool const only_waits = region.kind == read::region_kind::wait;
    if (only_waits) own -= wait_for_tasks(region, own);
    bool const may_wait = only_waits || !tasks_.tells_waits(processes_.back().index);
    if (may_wait && item.count == 1 && own > 0)
      own -= wait_for_threads(region.begin, read::saturating_add(region.begin, region.total), own);
    bool const is_region = item.kind == model_walk::kind::region;
    if (own > 0 || is_region)
      add({.kind = is_region ? kind::region : kind::own,
           .process = present(),
           .label = is_region ? item.region->label : no_label,
           .time = own,
           .count = item.count});
  }

  auto add_task() {
    return [this](auto const& task, bool is_running, std::int64_t time) {
      add({.kind = is_running ? kind::task : kind::task_wait,
           .process = present(),
           .name = task.message,
           .label = task.label,
           .time = time,
           .count = 1});
    };
  }

  /// The tasks for which a region has waited; no more than `most` of its time.
  std::int64_t wait_for_tasks(read::region_node const& region, std::int64_t most) {
    auto const index = static_cast<read::node_index>(&region - trace_.regions.data());
    return tasks_.explain(processes_.back().index, index, most, add_task());
  }

  void account_threads(read::process_node const& process) {
    std::int64_t own = process.wall();
    if (own > 0) own -= wait_for_threads(process.begin, process.end, own);
    if (own > 0) add({.kind = kind::own, .process = present(), .time = own, .count = 1});
  }

  /// The threads that ended inside a span of time; no more than `most` of it.
  std::int64_t wait_for_threads(std::int64_t begin, std::int64_t end, std::int64_t most) {
    auto const add_thread = [this](std::string_view role, read::label_id label, std::int64_t time,
                                   std::uint64_t count) {
      add({.kind = kind::thread,
           .process = present(),
           .name = role,
           .label = label,
           .time = time,
           .count = count});
    };
    auto const follow = [this](std::int64_t from, std::int64_t to, std::int64_t time) {
      return tasks_.explain_pool(processes_.back().index, from, to, time, add_task());
    };
    return processes_.back().threads.explain(begin, end, most, add_thread, follow);
  }

  // ---- rows ----

  void add(row added) {
    for (auto around = children_.rbegin(); around != children_.rend(); ++around)
      added.time = around->share.next(added.time);
    rows_.add(added);
  }

  read::model const& trace_;
  model_walk walk_;
  critical_children waits_;
  critical_tasks tasks_;
  critical_rows rows_;
  std::vector<open_process> processes_;
  std::vector<open_child> children_;
  std::vector<read::label_id> regions_;
  straggler straggler_;
  std::size_t skipped_ = 0;  ///< levels inside an item that is not followed
};

}}}  // namespace trace2::v0::exporter
