// Joins samples to the regions of a trace: by thread, and by the time of day.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/node_index.hpp"
#include "model/place_listener.hpp"
#include "samples/sample_set.hpp"

namespace trace2::program {

/// Samples with the same stack.
struct stack_count {
  stack_id stack{};
  std::uint64_t count{};
};

/// Times without a processor.
struct wait_counts {
  std::uint64_t waits{};
  std::uint64_t preemptions{};
  read::nanoseconds preempted{};
};

using samples_by_node = std::unordered_map<node_index, std::vector<stack_count>>;

/// Where a sample is: in a region_node of its thread, or in the other threads of a process.
struct sample_place {
  node_index region = no_node;
  node_index process = no_node;
};

/// The samples of a trace, by the nodes of its model.
struct joined_samples {
  /// Of region_nodes, outside of the nodes inside. A sample of a task has two: one in the tree of
  /// the thread that ran it, and one in that of the task.
  samples_by_node of_region{};
  /// Of the same: nanoseconds of waits by stack, and their numbers.
  samples_by_node waits_of_region{};
  std::unordered_map<node_index, wait_counts> wait_counts_of_region{};
  /// Of process_nodes: of threads that tell no number.
  samples_by_node of_other_threads{};
  /// Of process_nodes: of the main thread before the first or after the last event.
  samples_by_node outside{};
  /// By sample; neither node for waits, and for those outside or elsewhere.
  std::vector<sample_place> places{};
  std::uint64_t elsewhere{};        ///< samples of processes that the trace does not know
  std::uint64_t waits_elsewhere{};  ///< in no region_node
  std::uint64_t total{};            ///< samples, without waits
};

/// A sample belongs to the region or task that was the innermost one of its thread at its time. The
/// main thread has the number of its process; others tell theirs in an event (TRACE2_THREAD_IDS).
/// The builder of a model says which node is a thread's innermost one, at each of its events.
class sample_join final : public place_listener {
 public:
  /// Sorts the samples. The set must outlive the object.
  explicit sample_join(sample_set& of);

  /// The ids of processes by their numbers in the trace, which session ids without hosts and
  /// processes don't tell.
  void know_processes(std::unordered_map<std::uint32_t, std::uint32_t> ids) {
    ids_ = std::move(ids);
  }

  void process_began(read::traced_process const& process, node_index node) override;
  void thread_began(read::traced_process const& process,
                    read::traced_thread const& thread) override;
  void identified(read::traced_thread const& thread, std::int64_t number) override;
  void moved(read::traced_thread const& thread, thread_place const& to) override;
  void thread_ended(read::traced_thread const& thread) override;

  /// Gives the rest to processes.
  joined_samples complete();

 private:
  struct run {
    std::uint32_t tid;
    std::size_t begin;
    std::size_t end;
  };
  struct open_thread {
    std::size_t next = 0;  ///< the first sample that is left
    std::size_t end = 0;
    thread_place now{};
  };
  struct life {
    read::moment begin;
    node_index process;
  };
  using counts = std::unordered_map<std::uint64_t, std::uint64_t>;  ///< by node and stack

  std::uint32_t id_of(read::traced_process const& process) const;
  open_thread follow(std::uint32_t tid, read::moment from) const;
  void charge(open_thread& thread, read::moment until);
  void charge_to(node_index node, stack_sample const& one, read::moment until);
  static void add(counts& to, node_index node, stack_id stack, std::uint64_t count = 1);
  static samples_by_node by_node(counts const& of);

  std::vector<stack_sample> const& samples_;
  std::unordered_map<std::uint32_t, run> runs_;                     ///< by number of the thread
  std::vector<bool> is_taken_;                                      ///< by sample
  std::vector<sample_place> places_;                                ///< by sample
  std::unordered_map<std::uint64_t, open_thread> threads_;          ///< by number in the trace
  std::unordered_map<std::uint32_t, std::vector<life>> processes_;  ///< by process id
  std::unordered_map<std::uint32_t, std::uint32_t> ids_;
  counts of_region_;
  counts waits_of_region_;
  std::unordered_map<node_index, wait_counts> wait_counts_;
};

}  // namespace trace2::program
