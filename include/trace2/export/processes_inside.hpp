// Tells which processes others have run.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/model.hpp>

#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Whether each process of a model is one of `outermost`, or was run by one, in any depth. Takes
/// linear time.
inline std::vector<bool> processes_inside(read::model const& trace,
                                          std::vector<read::node_index> outermost) {
  std::vector<bool> result(trace.processes.size());
  std::vector<read::node_index> left = std::move(outermost);
  while (!left.empty()) {
    read::node_index const index = left.back();
    left.pop_back();
    if (result[index]) continue;
    result[index] = true;
    read::process_node const& process = trace.processes[index];
    left.insert(left.end(), process.strangers.begin(), process.strangers.end());
    for (read::node_index const child : process.children) {
      auto const& sessions = trace.children[child].sessions;
      left.insert(left.end(), sessions.begin(), sessions.end());
    }
  }
  return result;
}

}}}  // namespace trace2::v0::exporter
