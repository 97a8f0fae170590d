// Runs a command in a session of this program. The session is compiled here alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "system/child_process.hpp"

namespace trace2::program {

/// Calls around a command that runs in a session.
struct traced_child {
  bool has_trace_context = false;  ///< the command gets TRACEPARENT
  /// The session has begun, and is traced.
  std::function<void(std::string_view session_id)> at_begin{};
  /// The process exists, and waits to become the command.
  std::function<void(int)> before{};
  /// The command has ended; the session writes more.
  std::function<void()> at_end{};
};

/// Runs a command, and traces it with the resources that it has used. Says why it can't be run.
command_end run_traced(std::vector<std::string> const& words, traced_child const& around, int argc,
                       char** argv);

}  // namespace trace2::program
