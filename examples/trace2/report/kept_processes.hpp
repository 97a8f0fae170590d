// Chooses the processes that a report shows one by one.
#pragma once

#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "report/left_out_slices.hpp"

namespace trace2::program {

/// Numbers the processes that are kept: those with errors, then the longest.
class kept_processes {
 public:
  static constexpr std::size_t most = 2'000;
  static constexpr std::int64_t none = -1;

  explicit kept_processes(model const& trace);

  std::vector<node_index> const& all() const noexcept { return kept_; }

  /// The number of a process in the report; `none` if it is left out.
  std::int64_t number_of(node_index process) const noexcept { return numbers_[process]; }

  /// The number of the closest process around a process that is kept.
  std::int64_t number_around(node_index process) const noexcept;

  std::uint64_t left_out() const noexcept { return left_out_.size(); }
  read::nanoseconds left_out_time() const noexcept { return left_out_time_; }
  /// Where they were. The place of a thread has 1 more than the number of the process around them,
  /// or 0.
  left_out_slices const& groups() const noexcept { return groups_; }

 private:
  static constexpr std::size_t most_groups = 1'000;

  void leave_out(node_index process);

  model const& trace_;
  std::vector<node_index> kept_;
  std::vector<std::int64_t> numbers_;  ///< by process of the model
  std::vector<node_index> left_out_;
  left_out_slices groups_{most_groups};
  read::nanoseconds left_out_time_{};
};

}  // namespace trace2::program
