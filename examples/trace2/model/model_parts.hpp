// What the parts of a model's builder share.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "model/model_memory.hpp"
#include "model/region_tree.hpp"
#include "model/task_history_builder.hpp"

namespace trace2::program {

/// A model under construction, and the ways from what the tracker tells to its nodes.
class model_parts : public read::tracker_visitor {
 protected:
  model_parts(read::label_table& labels, model_limits const& limits);
  model_parts(model_parts const&) = delete;
  ~model_parts() = default;

  // The tags of processes, threads, regions and children tell their nodes.
  static constexpr std::uint64_t no_tag = 0;
  static std::uint64_t tag_of(std::size_t index) noexcept { return index + 1; }
  static node_index index_of(std::uint64_t tag) noexcept;
  // That of a task has its history in the upper half.
  static std::uint64_t tag_of(node_index node, task_history::index history) noexcept;
  static node_index node_of(read::open_task const& task) noexcept;
  static task_history::index history_of(read::open_task const& task) noexcept;

  /// The node that contains the thread's region at a depth.
  node_index node_around(read::traced_thread const& thread, std::size_t depth) const noexcept;
  node_index node_around(read::open_task const& task, std::size_t depth) const noexcept;
  /// The node in which something begins on a thread: in the task that it runs, if any.
  node_index place_on(read::traced_thread const& thread) const noexcept;
  /// The node of the main thread in which another thread begins.
  node_index place_of(read::traced_process const& process, read::traced_thread const& begun) const;

  /// Keeps pointers: the elements of a map stay in place.
  region_statistics& sums_of(read::label_id label);

  /// Adds a region of a thread or a task to its sums and to its node.
  void add_region(read::closed_region const& closed);

  read::label_table& labels_;
  model_limits limits_;
  model_memory memory_;
  model model_;
  region_tree regions_{model_.regions, limits_.regions};
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

}  // namespace trace2::program
