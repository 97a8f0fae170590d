// The tree of regions in a model under construction.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/traced_process.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Finds nodes, or adds them up to `most` and as far as the budget allows. Vector and budget must
/// outlive it.
class region_tree {
 public:
  region_tree(std::vector<region_node>& nodes, std::size_t most, memory_budget& memory)
      : nodes_{nodes}, most_{most}, memory_{memory} {}

  /// The memory that the containers take for a node. A vector that grows exists twice.
  static constexpr std::size_t per_node = 2 * (sizeof(region_node) + sizeof(node_index)) + 64;

  /// Adds the root of a thread's or a task's regions, for which the caller has taken the memory.
  node_index add_root(std::int64_t begin, label_id label = label_table::other) {
    return add({label, region_kind::region, begin}, no_node);
  }

  /// The node of a region inside the node `parent`; `no_node` when there is no room.
  node_index find(open_region const& region, node_index parent) {
    return find(
        {region.label, region.only_waits ? region_kind::wait : region_kind::region, region.begin},
        parent);
  }

  /// What a node stands for. A new node begins at `begin`.
  struct item {
    label_id label;
    region_kind kind;
    std::int64_t begin;
  };
  node_index find(item const& sought, node_index parent) {
    // Most regions have the same label as the region before in the same parent.
    node_index& latest = latest_in_[parent];
    if (latest != no_node && nodes_[latest].label == sought.label &&
        nodes_[latest].kind == sought.kind)
      return latest;
    node_index const found = search(sought, parent);
    latest_in_[parent] = found;
    return found;
  }

 private:
  node_index search(item const& sought, node_index parent) {
    static_assert(label_table::default_most < std::uint32_t{1} << kind_shift);
    std::uint64_t const key = std::uint64_t{parent} << 32 |
                              std::uint64_t{static_cast<unsigned>(sought.kind)} << kind_shift |
                              sought.label;
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    if (nodes_.size() >= most_ || !memory_.take(per_node)) return no_node;
    return known_[key] = add(sought, parent);
  }

  node_index add(item const& added, node_index parent) {
    auto const index = static_cast<node_index>(nodes_.size());
    nodes_.push_back(
        {.label = added.label, .kind = added.kind, .parent = parent, .begin = added.begin});
    latest_in_.push_back(no_node);
    if (parent == no_node) return index;
    region_node& around = nodes_[parent];
    if (around.first_child == no_node)
      around.first_child = index;
    else
      nodes_[around.last_child].next = index;
    around.last_child = index;
    return index;
  }

  static constexpr int kind_shift = 30;  ///< labels are smaller numbers

  std::vector<region_node>& nodes_;
  std::size_t most_;
  memory_budget& memory_;
  std::unordered_map<std::uint64_t, node_index> known_;  ///< by parent, kind and label
  std::vector<node_index> latest_in_;                    ///< by parent
};

}}}  // namespace trace2::v0::read
