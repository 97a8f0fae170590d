// Notices that a trace may lack events that are nested deeply.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/model.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Whether EVENT's default limit of nesting, in Git and here, may have left out events: there are
/// events at the limit, and none beyond. Nothing in a trace says which limit it had. PERF, NORMAL
/// and recordings have none.
inline bool is_at_nesting_limit(read::model const& trace) noexcept { return trace.deepest == 2; }

/// Both fit into a line of a terminal.
inline constexpr std::string_view nesting_limit_reason =
    "No event lies deeper than 2. If that was the limit, deeper ones are missing.";
inline constexpr std::string_view nesting_limit_remedy =
    "Try \"trace2 run\", or GIT_TRACE2_EVENT_NESTING=10 or TRACE2_EVENT_NESTING=10.";

}}}  // namespace trace2::v0::exporter
