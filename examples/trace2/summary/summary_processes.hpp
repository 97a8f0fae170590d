// The rows of processes in a summary, in the order in which people read them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "summary/summary.hpp"

namespace trace2::program {

/// Behind the programs that a process became comes the time in which none of them ran.
std::vector<process_row> processes_with_times_between(std::vector<process_row> const& rows);

/// At most so many rows, the slowest first, no matter which process started which. They are those
/// given.
std::vector<process_row const*> slowest_processes(std::vector<process_row> const& rows,
                                                  std::size_t most);

}  // namespace trace2::program
