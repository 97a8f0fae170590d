// The command that "trace2 run" has run, in the trace that it made.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>

#include "model/model.hpp"

namespace trace2::program {

/// What the process has run if it is a "trace2 run", whatever the program is called; else null.
child_node const* command_run_by(model const& trace, read::label_table const& labels,
                                 process_node const& process);

}  // namespace trace2::program
