// What the parts of a model's builder share.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_memory.hpp>
#include <trace2/read/region_tree.hpp>
#include <trace2/read/task_history.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// A model under construction, and the ways from what the tracker tells to its nodes.
class model_parts : public tracker_visitor {
 protected:
  model_parts(label_table& labels, model_limits const& limits)
      : labels_{labels}, limits_{limits}, memory_{labels, limits.memory} {
    reserve(model_.processes, limits.processes);
    reserve(model_.threads, limits.threads);
    reserve(model_.regions, limits.regions);
    reserve(model_.children, limits.children);
  }
  model_parts(model_parts const&) = delete;
  ~model_parts() = default;

  // The tags of processes, threads, regions and children tell their nodes.
  static constexpr std::uint64_t no_tag = 0;
  static std::uint64_t tag_of(std::size_t index) noexcept { return index + 1; }
  static node_index index_of(std::uint64_t tag) noexcept {
    return static_cast<node_index>(tag - 1);
  }
  // That of a task has its history in the upper half.
  static std::uint64_t tag_of(node_index node, task_history::index history) noexcept {
    return (std::uint64_t{history} + 1) << 32 | std::uint32_t{node + 1};
  }
  static node_index node_of(open_task const& task) noexcept {
    return static_cast<std::uint32_t>(task.tag) - 1;
  }
  static task_history::index history_of(open_task const& task) noexcept {
    return static_cast<task_history::index>((task.tag >> 32) - 1);
  }

  /// The node that contains the thread's region at a depth.
  node_index node_around(traced_thread const& thread, std::size_t depth) const noexcept {
    if (thread.tag == no_tag) return no_node;
    if (depth == 0) return model_.threads[index_of(thread.tag)].root;
    std::uint64_t const tag = thread.regions[depth - 1].tag;
    return tag == no_tag ? no_node : index_of(tag);
  }
  node_index node_around(open_task const& task, std::size_t depth) const noexcept {
    if (node_of(task) == no_node) return no_node;
    if (depth == 0) return model_.tasks[node_of(task)].root;
    std::uint64_t const tag = task.regions[depth - 1].tag;
    return tag == no_tag ? no_node : index_of(tag);
  }
  /// The node in which something begins on a thread: in the task that it runs, if any.
  node_index place_on(traced_thread const& thread) const noexcept {
    if (thread.task == nullptr) return node_around(thread, thread.regions.size());
    return node_around(*thread.task, thread.task->regions.size());
  }

  /// Keeps pointers: the elements of a map stay in place.
  region_statistics& sums_of(label_id label) {
    if (label >= region_sums_.size()) region_sums_.resize(label + 1);
    region_statistics*& known = region_sums_[label];
    if (known == nullptr) known = &memory_.entry_of(model_.region_sums, label);
    return *known;
  }

  /// Adds a region of a thread or a task to its sums and to its node.
  void add_region(closed_region const& closed) {
    open_region const& region = closed.region;
    region_statistics& sums = sums_of(region.label);
    memory_.add_value(sums.totals, closed.total);
    sums.self = saturating_add(sums.self, closed.self());
    sums.incomplete += closed.is_complete ? 0 : 1;
    if (region.tag == no_tag) return;
    region_node& node = model_.regions[index_of(region.tag)];
    ++node.count;
    node.incomplete += closed.is_complete ? 0 : 1;
    node.total = saturating_add(node.total, closed.whole());
    node.inside = saturating_add(node.inside, region.inside);
  }

  label_table& labels_;
  model_limits limits_;
  model_memory memory_;
  model model_;
  region_tree regions_{model_.regions, limits_.regions, memory_.budget()};
  task_history_builder history_{model_.task_times};

 private:
  /// Room for all nodes at once. Pages that no node reaches take no memory, while a vector that
  /// grows takes further pages for the copies of its nodes. Who sets higher limits lets it grow.
  template <class Node>
  static void reserve(std::vector<Node>& nodes, std::size_t most) {
    constexpr std::size_t most_bytes = std::size_t{16} << 20;
    nodes.reserve(std::min(most, most_bytes / sizeof(Node)));
  }

  std::vector<region_statistics*> region_sums_;  ///< by label; null: none yet
};

}}}  // namespace trace2::v0::read
