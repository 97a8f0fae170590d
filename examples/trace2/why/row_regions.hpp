// Which nodes of a model a row of the critical path sums up.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "model/model.hpp"
#include "why/critical_path.hpp"
#include "why/explanation.hpp"

namespace trace2::program {

/// The region_nodes whose self time the row has: of all processes on the path that have its name.
/// None for waits, and for the start and end of processes.
std::vector<node_index> regions_of(critical_path::row const& row, explanation const& of,
                                   model const& trace);

}  // namespace trace2::program
