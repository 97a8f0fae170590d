// Places processes that began between a setting of the wall clock and the line by which their
// parent learned of it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "model/model.hpp"

namespace trace2::program {

/// Puts the times of such a process, and of all that it started, back by what the clock was put
/// forward: if it lies inside of a child of its parent then, and inside of none as it is. Needs the
/// parents of processes, and comes before they get their children. Takes n log n time.
void follow_clock_steps(model& trace);

}  // namespace trace2::program
