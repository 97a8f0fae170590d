// Walks through a model in the order that all exports share: processes, in them threads, in them
// regions, children where their parents waited for them, and tasks where they began. What is inside
// an item adds up to its time, but for what runs beside it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/child_time.hpp>
#include <trace2/export/walk_item.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Walks through a model, which must outlive it. The time of items deeper than `max_depth` counts
/// for the item around them, so that a hostile trace can't exhaust the stack.
class model_walk {
 public:
  using kind = walk_kind;
  using item = walk_item;

  static constexpr int max_depth = 1'000;

  model_walk(read::model const& trace, read::label_table const& labels)
      : trace_{trace}, labels_{labels}, children_of_(trace.regions.size()) {
    if (!trace.tasks.empty()) tasks_of_.resize(trace.regions.size());
    for (read::task_node const& task : trace.tasks) tasks_of_[task.place].push_back(&task);
    for (std::size_t i = 0; i < trace.children.size(); ++i) {
      auto const index = static_cast<read::node_index>(i);
      read::child_node const& child = trace.children[i];
      children_of_[child.region].push_back(index);
      if (child.end_region != read::no_node) children_of_[child.end_region].push_back(index);
    }
  }

  /// Calls `visitor.enter(item)` and, after all inner items, `visitor.leave(item)`. Returns what
  /// the visitor has not seen: what the model has no node for, and what lies too deep.
  ///
  /// Threads other than the main one run beside it. They come after all of their outermost process
  /// if `Visitor::threads_apart`, else inside their process.
  template <class Visitor>
  read::missing_nodes visit(Visitor& visitor) {
    seen_ = {};
    for (read::node_index const root : trace_.roots) {
      process(root, true, 0, visitor);
      for (std::size_t i = 0; i < apart_.size(); ++i) thread(apart_[i], 0, visitor);
      apart_.clear();
    }
    read::missing_nodes missing = trace_.missing;
    missing.processes += trace_.processes.size() - seen(kind::process);
    missing.threads += trace_.threads.size() - seen(kind::main_thread) - seen(kind::thread);
    missing.regions += trace_.regions.size() - trace_.threads.size() - trace_.tasks.size() -
                       seen(kind::region) - seen(kind::run);
    missing.tasks += trace_.tasks.size() - seen(kind::task);
    missing.children += trace_.children.size() - seen(kind::child);
    return missing;
  }

  /// Visits one process and what is inside; its other threads only if they are not apart.
  template <class Visitor>
  void visit_process(read::node_index index, Visitor& visitor) {
    process(index, true, 0, visitor);
    apart_.clear();
  }

  /// Visits one child and what is inside.
  template <class Visitor>
  void visit_child(read::child_node const& node, Visitor& visitor) {
    child(node, place_of(node), 0, visitor);
    apart_.clear();
  }

 private:
  /// A process contains the programs that it has become. The time between them belongs to the
  /// child or to the first of the programs, which is then a `whole`.
  template <class Visitor>
  void process(read::node_index index, bool is_whole, int depth, Visitor& visitor) {
    read::process_node const& node = trace_.processes[index];
    process_span const span = span_of(trace_, index);
    std::int64_t const between = is_whole ? span.between : 0;
    bracket({.kind = kind::process,
             .name = node.name,
             .total = read::saturating_add(span.wall, between),
             .exclusive = between,
             .process = &node,
             .is_beside = is_stranger(node),
             .is_only_one = is_only_one(node)},
            depth, visitor, [&] {
              for (read::node_index const thread_index : node.threads)
                if (Visitor::threads_apart && !trace_.threads[thread_index].is_main())
                  apart_.push_back(thread_index);
                else
                  thread(thread_index, depth + 1, visitor);
              for (read::node_index const stranger : node.strangers)
                process(stranger, !is_successor(trace_, trace_.processes[stranger]), depth + 1,
                        visitor);
              part(kind::between, between, false, depth + 1, visitor);
            });
  }

  bool is_stranger(read::process_node const& node) const noexcept {
    return node.parent != read::no_node && node.child == read::no_node &&
           !is_successor(trace_, node);
  }
  bool is_only_one(read::process_node const& node) const noexcept {
    if (node.child == read::no_node) return false;
    read::child_node const& child = trace_.children[node.child];
    return child.sessions.size() == 1 && !time_of(trace_, child).is_script;
  }
  template <class Visitor>
  void thread(read::node_index index, int depth, Visitor& visitor) {
    read::thread_node const& node = trace_.threads[index];
    region(node.root,
           {.kind = node.is_main() ? kind::main_thread : kind::thread,
            .name = node.name,
            .process = &trace_.processes[node.process]},
           depth, visitor);
  }

  template <class Visitor>
  void region(read::node_index index, item entry, int depth, Visitor& visitor) {
    read::region_node const& node = trace_.regions[index];
    entry.total = node.total;
    entry.region = &node;
    entry.exclusive = node.own();
    entry.count = node.count;
    entry.incomplete = node.incomplete;
    bracket(entry, depth, visitor, [&] {
      // An item that holds no others has its time in its own line, except a process inside a child,
      // which has no line.
      bool const has_parts =
          node.first_child != read::no_node || !children_of_[index].empty() || node.waited > 0;
      bool const is_in_child = entry.kind == kind::main_thread && is_only_one(*entry.process);
      kind const rest = node.kind == read::region_kind::wait ? kind::waiting : kind::own;
      bool const is_outermost = entry.kind == kind::main_thread || entry.kind == kind::thread;
      if (has_parts || is_in_child) part(rest, entry.exclusive, is_outermost, depth + 1, visitor);
      if (has_parts) part(kind::waiting, node.waited, false, depth + 1, visitor);
      inside(index, depth + 1, visitor);
    });
  }

  /// Visits time that has no item of its own.
  template <class Visitor>
  void part(model_walk::kind what, std::int64_t time, bool is_outermost, int depth,
            Visitor& visitor) {
    if (time <= 0) return;
    std::string_view const name = what == kind::start     ? "start of the process"
                                  : what == kind::end     ? "end of the process"
                                  : what == kind::between ? "outside of these processes"
                                  : what == kind::waiting ? "waiting"
                                  : is_outermost          ? "own, outside of any region"
                                                          : "own";
    bracket({.kind = what, .name = name, .total = time}, depth, visitor, [] {});
  }

  /// Visits the children and regions inside a region, in the order of their first beginnings, and
  /// then the tasks that began in it.
  template <class Visitor>
  void inside(read::node_index index, int depth, Visitor& visitor) {
    auto started = children_of_[index].begin();
    auto const show_children_before = [&](std::int64_t moment) {
      for (; started != children_of_[index].end(); ++started) {
        if (trace_.children[*started].begin >= moment) return;
        child(trace_.children[*started], index, depth, visitor);
      }
    };
    for (read::node_index inner = trace_.regions[index].first_child; inner != read::no_node;
         inner = trace_.regions[inner].next) {
      read::region_node const& node = trace_.regions[inner];
      show_children_before(node.begin);
      auto const& label = labels_[node.label];
      bool const is_run = node.kind == read::region_kind::run;
      item entry{.kind = is_run ? kind::run : kind::region,
                 .category = label.category,
                 .name = label.name};
      if (auto const known = trace_.messages.find(inner); known != trace_.messages.end())
        entry.message = known->second;
      region(inner, entry, depth, visitor);
    }
    show_children_before(std::numeric_limits<std::int64_t>::max());
    if (tasks_of_.empty()) return;
    for (read::task_node const* const task : tasks_of_[index]) {
      auto const& label = labels_[trace_.regions[task->root].label];
      region(task->root,
             {.kind = kind::task,
              .category = label.category,
              .name = label.name,
              .process = &trace_.processes[task->process],
              .is_beside = true},
             depth, visitor);
    }
  }

  /// The region in which a child is shown.
  static read::node_index place_of(read::child_node const& node) noexcept {
    return node.waited_at_end > node.waited ? node.end_region : node.region;
  }

  /// Visits a child, or the wait for it, in one of its regions.
  template <class Visitor>
  void child(read::child_node const& node, read::node_index region, int depth, Visitor& visitor) {
    auto const& label = labels_[node.what];
    child_time const time = time_of(trace_, node);
    bool const is_single = node.sessions.size() == 1 && !time.is_script;
    // A shell has one name for whatever it runs: "sh", "bash", "ssh", "cmd".
    bool const is_shell = !is_single && (label.name.ends_with("sh") || label.name == "cmd");
    bool const is_told_by_command = (node.sessions.empty() || is_shell) && !node.command.empty();
    bool const is_at_end = region == node.end_region;
    bool const is_here = region == place_of(node);
    std::int64_t const waited = is_at_end ? node.waited_at_end : node.waited;
    bool const is_beside = waited != time.duration || time.is_outlasted;
    bool const is_explained = !node.sessions.empty() && !is_beside;
    bracket({.kind = is_here ? kind::child : kind::wait,
             .category = label.category,
             .name = is_told_by_command ? std::string_view{node.command} : label.name,
             .total = waited,
             .exclusive = is_explained ? time.start + time.between + time.end : waited,
             .incomplete = node.duration < 0 ? 1u : 0u,
             .process = is_single ? &trace_.processes[node.sessions.front()] : nullptr,
             .child = &node,
             .duration = time.duration,
             .is_at_end = is_at_end,
             .is_beside = is_beside,
             .is_parallel = time.is_parallel},
            depth, visitor, [&] {
              if (!is_here) return;
              part(kind::start, time.start, false, depth + 1, visitor);
              for (read::node_index const session : node.sessions)
                process(session, false, depth + 1, visitor);
              part(kind::between, time.between, false, depth + 1, visitor);
              part(kind::end, time.end, false, depth + 1, visitor);
            });
  }

  std::uint64_t seen(kind of) const noexcept { return seen_[static_cast<std::size_t>(of)]; }

  template <class Visitor, class Inside>
  void bracket(item entry, int depth, Visitor& visitor, Inside const& inside) {
    ++seen_[static_cast<std::size_t>(entry.kind)];
    bool const is_deepest = depth >= max_depth;
    entry.is_cut = is_deepest;
    if (is_deepest) entry.exclusive = entry.total;
    visitor.enter(entry);
    if (!is_deepest) inside();
    visitor.leave(entry);
  }

  read::model const& trace_;
  read::label_table const& labels_;
  std::array<std::uint64_t, static_cast<std::size_t>(kind::end) + 1> seen_{};  ///< items by kind
  std::vector<read::node_index> apart_;  ///< threads that are still to be visited
  std::vector<std::vector<read::node_index>> children_of_;     ///< by region_node
  std::vector<std::vector<read::task_node const*>> tasks_of_;  ///< the same; empty without tasks
};

}}}  // namespace trace2::v0::exporter
