// The items of a walk through a model.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstdint>
#include <string_view>

#include "model/model.hpp"

namespace trace2::program {

/// The kind of an item.
enum class walk_kind : unsigned char {
  process,
  main_thread,
  thread,
  region,
  child,
  /// For a child, in the region of its start or in that of its end: it is shown in the other one,
  /// in which its parent has waited for it for longer.
  wait,
  run,   ///< in a thread: the time in which it ran tasks with one label
  task,  ///< all tasks with one label, in the place that began them
  // Time that is in no other item inside the same one:
  self,     ///< of a thread, region or task
  waiting,  ///< of a task or its region: no thread ran the task. Of a region that only waits: self
  /// Of a child or a process that became another one: before, between and after the processes that
  /// have traced it.
  untraced
};

/// An item, as visitors see it.
struct walk_item {
  walk_kind kind{};
  std::string_view category{};  ///< for regions, children, waits, runs, tasks
  std::string_view name{};
  /// Of a child: the time in which its parent waited for it in this region.
  read::nanoseconds total{};
  read::nanoseconds
      exclusive{};  ///< part of the total that is in no inner region, child or process
  std::uint64_t count = 1;
  std::uint64_t incomplete{};
  /// Of a process, its threads and tasks; of a child and a wait for it if it is its only process.
  process_node const* process = nullptr;
  child_node const* child = nullptr;  ///< only for children and waits
  read::nanoseconds duration{};       ///< only for children and waits: until their end
  bool is_at_end = false;  ///< of a child or wait: in a region that isn't that of its start
  read::nanoseconds between{};  ///< of untraced time: neither the first start nor the last end
  /// Of a child: it ran without its parent's waiting, too. Of a process: no event of its parent
  /// tells of it, nor has the parent become this process. True of tasks, and of threads but the
  /// main one.
  bool is_beside = false;
  bool is_only_one = false;  ///< the only process of a child
  bool is_parallel = false;  ///< only for children: several of their processes ran at once
  bool is_cut = false;       ///< lies so deep that what is inside is not visited
  region_node const* region = nullptr;  ///< for threads, regions, runs and tasks
  std::string_view message{};           ///< only for regions that all have the same
};

}  // namespace trace2::program
