// The tree of regions in a model under construction.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
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
    return find(item_of(region), parent);
  }

  /// Adds a root around another one, which then stands for a region; `no_node` when there is no
  /// room.
  node_index add_root_around(node_index inner, open_region const& region) {
    if (nodes_.size() >= most_ || !memory_.take(per_node)) return no_node;
    node_index const root = add_root(nodes_[inner].begin, nodes_[inner].label);
    item const found = item_of(region);
    region_node& node = nodes_[inner];
    node.label = found.label;
    node.kind = found.kind;
    node.begin = found.begin;
    node.parent = root;
    nodes_[root].first_child = nodes_[root].last_child = inner;
    return root;
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
    if (latest != no_node && is(latest, sought)) return latest;
    node_index const found = search(sought, parent);
    latest_in_[parent] = found;
    return found;
  }

 private:
  static item item_of(open_region const& region) noexcept {
    return {region.label, region.only_waits ? region_kind::wait : region_kind::region,
            region.begin};
  }

  bool is(node_index node, item const& sought) const noexcept {
    return nodes_[node].label == sought.label && nodes_[node].kind == sought.kind;
  }

  /// Most nodes contain a few others only. To look at these takes less time than a table of all,
  /// and the table is left with the nodes behind the first few ones of each parent.
  [[gnu::noinline]] node_index search(item const& sought, node_index parent) {
    int count = 0;
    for (node_index node = nodes_[parent].first_child; node != no_node && count < few;
         node = nodes_[node].next, ++count)
      if (is(node, sought)) return node;
    return count < few ? add_inside(sought, parent) : search_table(sought, parent);
  }

  node_index search_table(item const& sought, node_index parent) {
    static_assert(label_table::default_most < std::uint32_t{1} << kind_shift);
    std::uint64_t const key = std::uint64_t{parent} << 32 |
                              std::uint64_t{static_cast<unsigned>(sought.kind)} << kind_shift |
                              sought.label;
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    node_index const added = add_inside(sought, parent);
    if (added != no_node) known_.emplace(key, added);
    return added;
  }

  node_index add_inside(item const& added, node_index parent) {
    return nodes_.size() < most_ && memory_.take(per_node) ? add(added, parent) : no_node;
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

  static constexpr int few = 4;
  static constexpr int kind_shift = 30;  ///< labels are smaller numbers

  std::vector<region_node>& nodes_;
  std::size_t most_;
  memory_budget& memory_;
  std::unordered_map<std::uint64_t, node_index, table_hash>
      known_;  ///< by parent, kind and label; without the first few of a parent
  std::vector<node_index> latest_in_;  ///< by parent
};

}}}  // namespace trace2::v0::read
