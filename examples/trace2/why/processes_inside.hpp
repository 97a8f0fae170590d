// Tells which processes others have run.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "model/model.hpp"

namespace trace2::program {

/// True if each process of a model is one of `outermost`, or was run by one, in any depth. Takes
/// linear time.
std::vector<bool> processes_inside(model const& trace, std::vector<node_index> outermost);

}  // namespace trace2::program
