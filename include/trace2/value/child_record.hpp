// The description of a child process that verbs take, and the record of it that they return.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/arguments.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// A child process that a program is about to start. Lifetime: borrows all texts.
struct child_command {
  arguments argv;          ///< the program and its arguments; redacted in the trace
  text directory{};        ///< the child's working directory; absent: the parent's
  text child_class{};      ///< the kind of helper, such as "pager"; absent: shown as "?" (R-CHD-05)
  text hook_name{};        ///< makes the class "hook" (R-EVT-10)
  bool use_shell = false;  ///< a shell parses the command line
  bool git_cmd = false;    ///< a command of Git: "git" is put in front of `argv` (R-EVT-11)
};

/// Identifies a child in its later events. A record that never saw `child_start` has id 0 and no
/// time (R-CHD-04).
struct child_record {
  int id = 0;                ///< counts the children of the process, from 0 on (R-CHD-01)
  std::int64_t started = 0;  ///< in ticks of the library's clock; 0: never
};

}}  // namespace trace2::v0
