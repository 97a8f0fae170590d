// Walks through a model in the order that all exports share: processes, in them the main thread, in
// it regions, children where their parents waited for them, and other threads and tasks where they
// began. The items inside an item add up to its time, but for those that run beside it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "model/child_time.hpp"
#include "model/model.hpp"
#include "walk/walk_item.hpp"

namespace trace2::program {

/// Walks through a model, which must outlive it. The time of items deeper than `max_depth` counts
/// for the item around them, so that a hostile trace can't exhaust the stack.
class model_walk {
 public:
  using kind = walk_kind;
  using item = walk_item;

  static constexpr int max_depth = 1'000;

  model_walk(model const& trace, read::label_table const& labels);

  /// Calls `visitor.enter(item)` and, after all inner items, `visitor.leave(item)`. Returns what
  /// the visitor has not seen: what the model has no node for, and what lies too deep.
  template <class Visitor>
  missing_nodes visit(Visitor& visitor) {
    seen_ = {};
    for (node_index const root : trace_.roots) process(root, true, 0, visitor);
    missing_nodes missing = trace_.missing;
    missing.processes += trace_.processes.size() - seen(kind::process);
    missing.threads += trace_.threads.size() - seen(kind::main_thread) - seen(kind::thread);
    missing.regions += trace_.regions.size() - trace_.threads.size() - trace_.tasks.size() -
                       seen(kind::region) - seen(kind::run);
    missing.tasks += trace_.tasks.size() - seen(kind::task);
    missing.children += trace_.children.size() - seen(kind::child);
    return missing;
  }

  /// Visits one process and what is inside.
  template <class Visitor>
  void visit_process(node_index index, Visitor& visitor) {
    process(index, true, 0, visitor);
  }

  /// Visits one child and what is inside.
  template <class Visitor>
  void visit_child(child_node const& node, Visitor& visitor) {
    child(node, place_of(node), 0, visitor);
  }

 private:
  /// A process contains the programs that it has become. The time between them belongs to the
  /// child or to the first of the programs, which is then a `whole`.
  template <class Visitor>
  void process(node_index index, bool is_whole, int depth, Visitor& visitor) {
    process_node const& node = trace_.processes[index];
    process_span const span = span_of(trace_, index);
    read::nanoseconds const between = is_whole ? span.between : read::no_time;
    bracket({.kind = kind::process,
             .name = node.name,
             .total = span.wall + between,
             .exclusive = between,
             .process = &node,
             .is_beside = is_stranger(node),
             .is_only_one = is_only_one(node)},
            depth, visitor, [&] {
              untraced(between, between, depth + 1, visitor);
              for (node_index const thread_index : node.threads)
                if (trace_.threads[thread_index].place == no_node)
                  thread(thread_index, depth + 1, visitor);
              bool const is_without_main = std::none_of(
                  node.threads.begin(), node.threads.end(),
                  [this](node_index thread) { return trace_.threads[thread].is_main(); });
              if (is_without_main && shares_line_of(node))
                part(kind::self, node.wall(), depth + 1, visitor);
              for (node_index const stranger : node.strangers)
                process(stranger, !is_successor(trace_, trace_.processes[stranger]), depth + 1,
                        visitor);
            });
  }

  bool is_stranger(process_node const& node) const noexcept;
  bool is_only_one(process_node const& node) const noexcept;
  /// True if a process shares its line with a child, or with the programs that it has become.
  bool shares_line_of(process_node const& node) const noexcept;
  template <class Visitor>
  void thread(node_index index, int depth, Visitor& visitor) {
    thread_node const& node = trace_.threads[index];
    region(node.root,
           {.kind = node.is_main() ? kind::main_thread : kind::thread,
            .name = node.name,
            .process = &trace_.processes[node.process],
            .is_beside = !node.is_main()},
           depth, visitor);
  }

  template <class Visitor>
  void region(node_index index, item entry, int depth, Visitor& visitor) {
    region_node const& node = trace_.regions[index];
    entry.total = node.total;
    entry.region = &node;
    entry.exclusive = node.self();
    entry.count = node.count;
    entry.incomplete = node.incomplete;
    bracket(entry, depth, visitor, [&] {
      // An item that holds no others has its time in its own line. That of a main thread is the
      // line of its process, which may hold the programs that it has become, or be that of a child.
      bool const has_parts =
          node.first_child != no_node || has_children_[index] || node.waited > read::no_time;
      bool const shares_line = entry.kind == kind::main_thread && shares_line_of(*entry.process);
      kind const rest = node.kind == region_kind::wait ? kind::waiting : kind::self;
      if (has_parts || shares_line) part(rest, entry.exclusive, depth + 1, visitor);
      if (has_parts) part(kind::waiting, node.waited, depth + 1, visitor);
      inside(index, depth + 1, visitor);
    });
  }

  /// Visits time that has no item of its own.
  template <class Visitor>
  void part(kind what, read::nanoseconds time, int depth, Visitor& visitor) {
    if (time <= read::no_time) return;
    std::string_view const name = what == kind::waiting ? "waiting" : "self";
    bracket({.kind = what, .name = name, .total = time}, depth, visitor, [] {});
  }

  /// Visits time of a child or a process in which none of its processes traced it. `between` is the
  /// part of it that is neither the first start nor the last end.
  template <class Visitor>
  void untraced(read::nanoseconds time, read::nanoseconds between, int depth, Visitor& visitor) {
    if (time <= read::no_time) return;
    bracket({.kind = kind::untraced, .name = "untraced", .total = time, .between = between}, depth,
            visitor, [] {});
  }

  /// Visits the children, threads and regions inside a region, in the order of their first
  /// beginnings, and then the tasks that began in it.
  template <class Visitor>
  void inside(node_index index, int depth, Visitor& visitor) {
    auto started = started_in_[index].begin();
    auto const show_started_before = [&](read::moment at) {
      for (; started != started_in_[index].end(); ++started) {
        if (begin_of(*started) >= at) return;
        if (started->is_thread)
          thread(started->node, depth, visitor);
        else
          child(trace_.children[started->node], index, depth, visitor);
      }
    };
    for (node_index inner = trace_.regions[index].first_child; inner != no_node;
         inner = trace_.regions[inner].next) {
      region_node const& node = trace_.regions[inner];
      show_started_before(node.begin);
      auto const& label = labels_[node.label];
      bool const is_run = node.kind == region_kind::run;
      item entry{.kind = is_run ? kind::run : kind::region,
                 .category = label.category,
                 .name = label.name};
      if (auto const known = trace_.messages.find(inner); known != trace_.messages.end())
        entry.message = known->second;
      region(inner, entry, depth, visitor);
    }
    show_started_before(read::moment::max());
    if (tasks_of_.empty()) return;
    for (task_node const* const task : tasks_of_[index]) {
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

  /// Until the end of a process that has detached itself; 0 if none has.
  read::nanoseconds lasted(child_node const& node) const noexcept;

  /// The region in which a child is shown.
  static node_index place_of(child_node const& node) noexcept;

  /// Visits a child, or the wait for it, in one of its regions.
  template <class Visitor>
  void child(child_node const& node, node_index region, int depth, Visitor& visitor) {
    auto const& label = labels_[node.what];
    child_time const time = time_of(trace_, node);
    bool const is_single = node.sessions.size() == 1 && !time.is_script;
    // A shell has one name for whatever it runs: "sh", "bash", "ssh", "cmd". An alias that it runs
    // has that of its first word.
    bool const is_shell = !is_single && (label.name.ends_with("sh") || label.name == "cmd" ||
                                         label.category == "shell_alias");
    bool const is_told_by_command = (node.sessions.empty() || is_shell) && !node.command.empty();
    bool const is_at_end = region == node.end_region;
    bool const is_here = region == place_of(node);
    read::nanoseconds const waited = is_at_end ? node.waited_at_end : node.waited;
    bool const is_beside = waited != time.duration || time.is_outlasted;
    bool const is_explained = !node.sessions.empty() && !is_beside;
    bracket({.kind = is_here ? kind::child : kind::wait,
             .category = label.category,
             .name = is_told_by_command ? std::string_view{node.command} : label.name,
             .total = waited,
             .exclusive = is_explained ? time.start + time.between + time.end : waited,
             .incomplete = node.duration ? 0u : 1u,
             .process = is_single ? &trace_.processes[node.sessions.front()] : nullptr,
             .child = &node,
             .duration = std::max(time.duration, lasted(node)),
             .is_at_end = is_at_end,
             .is_beside = is_beside,
             .is_parallel = time.is_parallel},
            depth, visitor, [&] {
              if (!is_here) return;
              untraced(time.start + time.between + time.end, time.between, depth + 1, visitor);
              for (node_index const session : node.sessions)
                process(session, false, depth + 1, visitor);
            });
  }

  /// A child or a thread.
  struct started_item {
    node_index node;
    bool is_thread;
  };
  read::moment begin_of(started_item const& what) const noexcept {
    return what.is_thread ? trace_.threads[what.node].begin : trace_.children[what.node].begin;
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

  model const& trace_;
  read::label_table const& labels_;
  std::array<std::uint64_t, static_cast<std::size_t>(kind::untraced) + 1>
      seen_{};                                           ///< items by kind
  std::vector<std::vector<started_item>> started_in_;    ///< by region_node
  std::vector<bool> has_children_;                       ///< by region_node
  std::vector<std::vector<task_node const*>> tasks_of_;  ///< the same; empty without tasks
};

}  // namespace trace2::program
