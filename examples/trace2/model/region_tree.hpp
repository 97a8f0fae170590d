// The tree of regions in a model under construction.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/model.hpp"

namespace trace2 { inline namespace v0 { namespace read {
struct open_region;
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// Finds nodes, or adds them up to `most`. The vector must outlive it.
class region_tree {
 public:
  region_tree(std::vector<region_node>& nodes, std::size_t most) : nodes_{nodes}, most_{most} {}

  /// Adds the root of a thread's or a task's regions, of which the caller limits the number.
  node_index add_root(read::moment begin, read::label_id label = read::label_table::other);

  /// The node of a region inside the node `parent`; `no_node` when there is no room.
  node_index find(read::open_region const& region, node_index parent);

  /// Adds a root around another one, which then stands for a region; `no_node` when there is no
  /// room.
  node_index add_root_around(node_index inner, read::open_region const& region);

  /// What a node stands for. A new node begins at `begin`.
  struct item {
    read::label_id label;
    region_kind kind;
    read::moment begin;
  };
  node_index find(item const& sought, node_index parent);

 private:
  static item item_of(read::open_region const& region) noexcept;

  bool is(node_index node, item const& sought) const noexcept;

  /// Most nodes contain a few others only. To look at these takes less time than a table of all,
  /// and the table is left with the nodes behind the first few ones of each parent.
  [[gnu::noinline]] node_index search(item const& sought, node_index parent);

  node_index search_table(item const& sought, node_index parent);

  node_index add_inside(item const& added, node_index parent);

  node_index add(item const& added, node_index parent);

  static constexpr int few = 4;
  static constexpr int kind_shift = 30;  ///< labels are smaller numbers

  std::vector<region_node>& nodes_;
  std::size_t most_;
  std::unordered_map<std::uint64_t, node_index, read::table_hash>
      known_;  ///< by parent, kind and label; without the first few of a parent
  std::vector<node_index> latest_in_;  ///< by parent
};

}  // namespace trace2::program
