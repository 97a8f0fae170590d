// Notices that a trace may lack events that are nested deeply.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>

#include <string_view>

#include "model/model.hpp"

namespace trace2::program {

/// True if EVENT's default limit of nesting, in Git and here, may have left out events that a
/// reader would miss: no event lies beyond it, and the regions at the limit have a tenth of the
/// time of their commands to themselves. Nothing in a trace says which limit it had, but that
/// "trace2 run" sets a high one. PERF, NORMAL and recordings have none. Most traces that end at
/// this depth by themselves have next to no time there.
bool is_at_nesting_limit(model const& trace, read::label_table const& labels);

/// Both fit into a line of a terminal.
inline constexpr std::string_view nesting_limit_reason =
    "No event lies deeper than 2. If that was the limit, deeper ones are missing.";
inline constexpr std::string_view nesting_limit_remedy =
    "Try \"trace2 run\", or GIT_TRACE2_EVENT_NESTING=10 or TRACE2_EVENT_NESTING=10.";

}  // namespace trace2::program
