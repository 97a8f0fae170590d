// Chooses the processes that a report shows one by one.
#pragma once

#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "left_out_slices.hpp"

namespace trace2_program {

/// Numbers the processes that are kept: those with errors, then the longest.
class kept_processes {
 public:
  static constexpr std::size_t most = 2'000;
  static constexpr std::int64_t none = -1;

  explicit kept_processes(trace2::read::model const& trace)
      : trace_{trace}, numbers_(trace.processes.size(), none) {
    for (std::size_t i = 0; i < trace.processes.size(); ++i)
      kept_.push_back(static_cast<trace2::read::node_index>(i));
    if (kept_.size() > most) {
      std::stable_sort(kept_.begin(), kept_.end(), [&](auto a, auto b) {
        auto const& left = trace.processes[a];
        auto const& right = trace.processes[b];
        bool const has_error = left.errors != 0;
        return has_error != (right.errors != 0) ? has_error : left.wall() > right.wall();
      });
      left_out_.assign(kept_.begin() + most, kept_.end());
      kept_.resize(most);
      std::sort(kept_.begin(), kept_.end());
    }
    for (std::size_t i = 0; i < kept_.size(); ++i)
      numbers_[kept_[i]] = static_cast<std::int64_t>(i);
    for (trace2::read::node_index const i : left_out_) leave_out(i);
  }

  std::vector<trace2::read::node_index> const& all() const noexcept { return kept_; }

  /// The number of a process in the report; `none` if it is left out.
  std::int64_t number_of(trace2::read::node_index process) const noexcept {
    return numbers_[process];
  }

  /// The number of the closest process around a process that is kept.
  std::int64_t number_around(trace2::read::node_index process) const noexcept {
    auto parent = trace_.processes[process].parent;
    while (parent != trace2::read::no_node && numbers_[parent] == none)
      parent = trace_.processes[parent].parent;
    return parent == trace2::read::no_node ? none : numbers_[parent];
  }

  std::uint64_t left_out() const noexcept { return left_out_.size(); }
  std::int64_t left_out_time() const noexcept { return left_out_time_; }
  /// Where they were. The place of a thread has 1 more than the number of the process around them,
  /// or 0.
  left_out_slices const& groups() const noexcept { return groups_; }

 private:
  static constexpr std::size_t most_groups = 1'000;

  void leave_out(trace2::read::node_index process) {
    auto const& node = trace_.processes[process];
    left_out_time_ = trace2::read::saturating_add(left_out_time_, node.wall());
    groups_.add(static_cast<trace2::read::node_index>(number_around(process) + 1), 0, node.begin,
                node.wall());
  }

  trace2::read::model const& trace_;
  std::vector<trace2::read::node_index> kept_;
  std::vector<std::int64_t> numbers_;  ///< by process of the model
  std::vector<trace2::read::node_index> left_out_;
  left_out_slices groups_{most_groups};
  std::int64_t left_out_time_ = 0;
};

}  // namespace trace2_program
