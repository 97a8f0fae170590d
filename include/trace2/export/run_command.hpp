// The command that "trace2 run" has run, in the trace that it made.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>

namespace trace2 { inline namespace v0 { namespace exporter {

/// What the process has run if it is a "trace2 run", whatever the program is called; else null.
inline read::child_node const* command_run_by(read::model const& trace,
                                              read::label_table const& labels,
                                              read::process_node const& process) {
  if (!process.name.ends_with(" run") || process.children.size() != 1) return nullptr;
  read::child_node const& child = trace.children[process.children.front()];
  return labels[child.what].category == "command" ? &child : nullptr;
}

}}}  // namespace trace2::v0::exporter
