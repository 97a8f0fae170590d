// Notices that a trace may lack events that are nested deeply.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/run_command.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/node_index.hpp>

#include <algorithm>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Whether EVENT's default limit of nesting, in Git and here, may have left out events: there are
/// regions at the limit, and no events beyond, such as these may hold. Nothing in a trace says
/// which limit it had, but that "trace2 run" sets a high one. PERF, NORMAL and recordings have
/// none.
inline bool is_at_nesting_limit(read::model const& trace, read::label_table const& labels) {
  auto const is_inside_region = [&](read::region_node const& node) {
    if (node.parent == read::no_node) return false;
    read::region_node const& around = trace.regions[node.parent];
    return around.parent != read::no_node && around.kind != read::region_kind::run;
  };
  auto const is_unlimited = [&](read::node_index root) {
    return command_run_by(trace, labels, trace.processes[root]) != nullptr;
  };
  return trace.deepest == 2 &&
         std::any_of(trace.regions.begin(), trace.regions.end(), is_inside_region) &&
         !std::all_of(trace.roots.begin(), trace.roots.end(), is_unlimited);
}

/// Both fit into a line of a terminal.
inline constexpr std::string_view nesting_limit_reason =
    "No event lies deeper than 2. If that was the limit, deeper ones are missing.";
inline constexpr std::string_view nesting_limit_remedy =
    "Try \"trace2 run\", or GIT_TRACE2_EVENT_NESTING=10 or TRACE2_EVENT_NESTING=10.";

}}}  // namespace trace2::v0::exporter
