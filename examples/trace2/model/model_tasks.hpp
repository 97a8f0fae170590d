// The part of a model's builder that adds tasks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "model/model_parts.hpp"
#include "model/region_tree.hpp"

namespace trace2::program {

/// Adds tasks, and the time in which threads ran them, to a model.
class model_tasks : public model_parts {
 public:
  void task_began(read::traced_event const& now, read::open_task& task) override;

  void task_resumed(read::traced_event const& now, read::open_task& task) override;

  void task_ran(read::traced_process&, read::traced_thread& thread, read::open_task& task,
                read::moment since, read::nanoseconds time) override;

  void task_waited(read::traced_process&, read::open_task& task, read::moment,
                   read::nanoseconds time) override;

  void task_linked(read::traced_event const&, read::open_task& task,
                   read::task_event const& link) override;

  void task_region_entered(read::traced_event const&, read::open_task& task,
                           read::open_region& region) override;

  void task_region_left(read::traced_process&, read::open_task&,
                        read::closed_region const& closed) override;

  void task_ended(read::traced_process&, read::closed_task const& closed) override;

  void task_went_wrong(read::traced_process&, read::task_fault fault) override;

 protected:
  using model_parts::model_parts;

  /// The node for the time in which the thread runs the task, in the innermost region of this.
  node_index place_in_run(read::traced_thread const& thread, read::open_task const& task,
                          read::moment at);

  /// Completes what the calls have begun.
  void complete_tasks();

 private:
  /// Levels of a task's regions that the run of a thread shows. Those inside count for the deepest.
  static constexpr std::size_t deepest_in_run = 64;

  node_index find(read::traced_event const& now, read::open_task const& task);

  node_index run_of(read::traced_thread const& thread, read::open_task const& task,
                    read::moment at);

  /// Adds the time of nodes inside of runs to those around, which precede them.
  void add_up_runs();

  std::unordered_map<std::uint64_t, node_index, read::table_hash> known_;  ///< by place and label
  bool has_runs_ = false;
};

}  // namespace trace2::program
