// The part of a model's builder that adds children, and the waits for them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/exit_code.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstdint>
#include <unordered_map>

#include "model/model.hpp"
#include "model/model_tasks.hpp"

namespace trace2::program {

/// Adds the children of processes, and the time in which threads waited for them, to a model.
class model_children : public model_tasks {
 public:
  void child_started(read::traced_event const& now, read::open_child& child) override;

  void child_ended(read::traced_event const& now, read::open_child const& child) override;

  void child_waited(read::traced_thread& thread, std::uint64_t tag, read::moment,
                    read::nanoseconds time) override;

 protected:
  using model_tasks::model_tasks;

  /// Ends the time of a thread, or its part of a process that has detached itself.
  void end_part(read::traced_thread const& thread, read::moment end);

  /// The events behind the end of a process that its parent has seen stand apart, with the children
  /// that run: the process that has ended has not waited for them. After the last of `most_parts`
  /// they stay with it, because each part takes the time of all children that run.
  void detach(read::traced_event const& now);
  ~model_children() = default;

  /// The end of a region that only waits.
  struct ended_wait {
    std::uint64_t thread{};
    node_index region{};
    read::moment begin{};
    read::moment end{};
    read::nanoseconds self{};
  };
  void note_wait(ended_wait const& latest) noexcept { latest_wait_ = latest; }

 private:
  /// A thread that collects a child right behind a region that only waits has waited for it there.
  void add_wait_before(read::traced_event const& now, child_node& child);

  ended_wait latest_wait_;
  static constexpr int most_parts = 16;  ///< of a process that detaches itself again and again

  /// Parts of a process up to this one.
  int count_of_parts(node_index part) const noexcept;

  /// Time inside of the main thread before a process detached itself, by the process_node of the
  /// part behind.
  std::unordered_map<node_index, read::nanoseconds> before_detaching_;
};

}  // namespace trace2::program
