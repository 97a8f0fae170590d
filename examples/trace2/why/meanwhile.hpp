// Tells which processes were busy while the critical path was in others.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "why/critical_path.hpp"

namespace trace2::program {

/// Processes of one name that the critical path leaves out, as the writer of a pipe from which the
/// path's process reads. A child that has told nothing counts as well.
struct busy_process {
  std::string_view process{};  ///< where the path was, as in its rows: null in the command itself
  std::string_view name{};
  read::nanoseconds time{};  ///< without those in which it waited for traced children
};

/// The processes that were busy while the path of a command was in one of the ten processes in
/// which it was longest; the busiest first. Processes that a row of that process names are left
/// out. `command` is the child that is the command itself, if it is one, and `is_inside` tells the
/// processes that belong to the command. Texts are views of the model and the labels. Cost: n log n
/// in their processes and children.
std::vector<busy_process> busy_meanwhile(model const& trace, read::label_table const& labels,
                                         critical_path const& path, child_node const* command,
                                         std::vector<bool> const& is_inside);

}  // namespace trace2::program
