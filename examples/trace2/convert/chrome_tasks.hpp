// Shows tasks in Chrome's Trace Event format.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "convert/chrome_output.hpp"
#include "convert/chrome_schema.hpp"
#include "convert/json_members.hpp"

namespace trace2::program {

/// The part of a visitor that shows tasks. A task is an asynchronous slice with its regions and
/// waits inside, and a slice of each thread for as long as this one ran it. Arrows lead to the next
/// slice of a task: from the place that began it, or from its slice before on another thread; from
/// the end of the last task that a link says it waited for; from the place at which a link said
/// that another task has caused it. Memory: bounded; arrows without room are left out and counted.
class chrome_tasks : public read::tracker_visitor {
 public:
  void task_began(read::traced_event const& now, read::open_task& task) override;

  void task_ran(read::traced_process& process, read::traced_thread& thread, read::open_task& task,
                read::moment since, read::nanoseconds time) override;

  void task_paused(read::traced_process&, read::traced_thread& thread, read::open_task&) override;

  void task_waited(read::traced_process& process, read::open_task& task, read::moment since,
                   read::nanoseconds time) override;

  void task_linked(read::traced_event const& now, read::open_task& task,
                   read::task_event const& link) override;

  void task_region_entered(read::traced_event const& now, read::open_task& task,
                           read::open_region& region) override;

  void task_region_left(read::traced_process& process, read::open_task& task,
                        read::closed_region const& closed) override;

  void task_ended(read::traced_process& process, read::closed_task const& closed) override;

 protected:
  chrome_tasks(sink& to, read::label_table& labels) : out_{to, labels} {}

  /// Shows what the thread has run up to now. Comes before each edge of its slices.
  void end_run(std::uint64_t tid);

  std::uint64_t arrows_left_out() const noexcept { return arrows_left_out_; }

  chrome_output out_;
  slice_edges edges_;

 private:
  struct arrow_end {
    std::uint64_t tid{};
    chrome_time at{};
  };
  /// An open task.
  struct state {
    std::uint64_t pid{};
    std::uint64_t tid{};  ///< of the thread that began it, at which its track is shown
    std::optional<arrow_end> latest{};    ///< its beginning, or the end of its latest slice
    std::optional<arrow_end> released{};  ///< the end of a task for which it has waited
    std::optional<arrow_end> cause{};
  };
  /// The task that a thread has run without an edge of its own slices in between.
  struct run {
    std::uint64_t pid{};
    std::uint64_t task{};  ///< number of the task; 0: none yet
    read::label_id label{};
    read::moment begin{};
    read::moment end{};
  };

  state* find(std::uint64_t task);
  /// All events of a track are on one thread, as some viewers demand.
  std::uint64_t thread_of(read::open_task const& task) { return states_[task.number].tid; }

  void show(std::string_view ph, std::uint64_t pid, std::uint64_t tid, read::open_task const& task,
            read::moment at, std::string_view name, std::optional<json_text> arguments);

  void release_waiters(std::uint64_t ended);

  void draw_arrows(state& of, arrow_end const& to);
  void draw_arrow(state const& of, std::string_view name, arrow_end const& from,
                  arrow_end const& to);

  static constexpr std::size_t most_waiters = 100'000;

  /// By number of the task. The tracker limits how many are open.
  std::unordered_map<std::uint64_t, state, read::table_hash> states_;
  std::unordered_map<std::uint64_t, run> runs_;                    ///< by id of the thread
  std::unordered_multimap<std::uint64_t, std::uint64_t> waiters_;  ///< by what they wait for
  std::uint64_t arrow_count_ = 0;
  std::uint64_t arrows_left_out_ = 0;
};

}  // namespace trace2::program
