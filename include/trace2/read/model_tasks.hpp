// The part of a model's builder that adds tasks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_parts.hpp>
#include <trace2/read/region_messages.hpp>
#include <trace2/read/region_tree.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Adds tasks, and the time in which threads ran them, to a model.
class model_tasks : public model_parts {
 public:
  void task_began(moment const& now, open_task& task, std::string_view message) {
    node_index const node = find(now, task);
    if (node == no_node) ++model_.missing.tasks;
    task_history::index const history =
        now.process.tag == no_tag
            ? task_history::none
            : history_.began(index_of(now.process.tag), task, message, limits_.child_text);
    task.tag = tag_of(node, history);
  }

  void task_resumed(moment const& now, open_task& task) {
    if (node_index const node = run_of(now.thread, task, now.at); node != no_node)
      ++model_.regions[node].count;
  }

  void task_ran(traced_process&, traced_thread& thread, open_task& task, std::int64_t since,
                std::int64_t time) {
    if (history_of(task) != task_history::none)
      history_.ran(history_of(task), since, saturating_add(since, time));
    node_index node = run_of(thread, task, since);
    std::size_t const depth = std::min(task.regions.size(), deepest_in_run);
    for (std::size_t i = 0; i < depth && node != no_node; ++i)
      node = regions_.find(task.regions[i], node);
    if (node == no_node) {
      ++model_.missing.regions;
      return;
    }
    // What is inside is added in the end.
    model_.regions[node].total = saturating_add(model_.regions[node].total, time);
  }

  void task_waited(traced_process&, open_task& task, std::int64_t, std::int64_t time) {
    node_index const node = node_around(task, task.regions.size());
    if (node == no_node) return;
    model_.regions[node].waited = saturating_add(model_.regions[node].waited, time);
  }

  void task_linked(moment const&, open_task& task, task_event const& link) {
    if (history_of(task) != task_history::none) history_.linked(history_of(task), link);
  }

  void task_region_entered(moment const&, open_task& task, open_region& region,
                           std::string_view message) {
    node_index const parent = node_around(task, task.regions.size() - 1);
    node_index const node = parent == no_node ? no_node : regions_.find(region, parent);
    if (node == no_node) {
      ++model_.missing.regions;
      return;
    }
    region.tag = tag_of(node);
    model_.regions[parent].waited -= region.waited;
    model_.regions[node].waited = saturating_add(model_.regions[node].waited, region.waited);
    note_message(model_, node, message, memory_, limits_.child_text);
  }

  void task_region_left(traced_process&, open_task&, closed_region const& closed) {
    add_region(closed);
  }

  void task_ended(traced_process&, closed_task const& closed) {
    open_task const& task = closed.task;
    task_statistics& sums = memory_.entry_of(model_.task_sums, task.label);
    memory_.add_value(sums.totals, closed.total);
    sums.running = saturating_add(sums.running, closed.running());
    sums.waiting = saturating_add(sums.waiting, closed.waiting());
    sums.incomplete += closed.is_complete ? 0 : 1;
    if (history_of(task) != task_history::none)
      history_.ended(history_of(task), task.label, task.begin, closed.end);
    if (node_of(task) == no_node) return;
    region_node& root = model_.regions[model_.tasks[node_of(task)].root];
    ++root.count;
    root.incomplete += closed.is_complete ? 0 : 1;
    root.total = saturating_add(root.total, closed.whole());
    root.inside = saturating_add(root.inside, task.inside);
  }

  void task_went_wrong(traced_process&, task_fault fault) {
    ++model_.task_faults[static_cast<std::size_t>(fault)];
  }

 protected:
  using model_parts::model_parts;

  /// Completes what the calls have begun.
  void complete_tasks() {
    history_.complete();
    if (has_runs_) add_up_runs();
  }

 private:
  /// Levels of a task's regions that the run of a thread shows. Those inside count for the deepest.
  static constexpr std::size_t deepest_in_run = 64;

  node_index find(moment const& now, open_task const& task) {
    open_task const* const parent =
        task.parent == 0 ? nullptr : now.process.tasks.find(task.parent);
    node_index const place =
        parent != nullptr ? node_around(*parent, parent->regions.size()) : place_on(now.thread);
    if (place == no_node) return no_node;
    std::uint64_t const key = std::uint64_t{place} << 32 | task.label;
    if (auto const known = known_.find(key); known != known_.end()) return known->second;
    constexpr std::size_t per_task = 2 * sizeof(task_node) + region_tree::per_node + 64;
    if (model_.tasks.size() >= limits_.tasks || !memory_.take(per_task)) return no_node;
    auto const added = static_cast<node_index>(model_.tasks.size());
    model_.tasks.push_back({.process = index_of(now.process.tag),
                            .place = place,
                            .root = regions_.add_root(task.begin, task.label)});
    return known_[key] = added;
  }

  node_index run_of(traced_thread const& thread, open_task const& task, std::int64_t at) {
    has_runs_ = true;
    node_index const around = node_around(thread, thread.regions.size());
    return around == no_node ? no_node : regions_.find({task.label, region_kind::run, at}, around);
  }

  /// Adds the time of nodes inside of runs to those around, which precede them.
  void add_up_runs() {
    std::vector<region_node>& nodes = model_.regions;
    std::vector<bool> is_in_run(nodes.size());
    auto const is_parent_in_run = [&](std::size_t node) {
      return nodes[node].parent != no_node && is_in_run[nodes[node].parent];
    };
    for (std::size_t i = 0; i < nodes.size(); ++i)
      is_in_run[i] = nodes[i].kind == region_kind::run || is_parent_in_run(i);
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (!is_parent_in_run(i)) continue;
      region_node& around = nodes[nodes[i].parent];
      around.total = saturating_add(around.total, nodes[i].total);
      around.inside = saturating_add(around.inside, nodes[i].total);
    }
  }

  std::unordered_map<std::uint64_t, node_index, table_hash> known_;  ///< by place and label
  bool has_runs_ = false;
};

}}}  // namespace trace2::v0::read
