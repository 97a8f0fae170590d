// What verbs about child processes take and give back.
#pragma once

#include <trace2/value/arguments.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// What a program knows of a child process before it starts it.
struct child_command {
  arguments argv;
  text directory{};    ///< where the child starts; absent: where the parent is
  text child_class{};  ///< what kind of helper it is, such as "pager"; absent: shown as "?"
                       ///< (R-CHD-05)
  text hook_name{};    ///< makes the class "hook" (R-EVT-10)
  bool use_shell = false;
  bool git_cmd = false;  ///< a command of Git: "git" is put in front of `argv` (R-EVT-11)
};

/// A child as the events about it know it. A record that never saw `child_start` has id 0 and no
/// time (R-CHD-04).
struct child_record {
  int id = 0;
  std::int64_t started = 0;  ///< in ticks of the library's clock; 0: never
};

}}  // namespace trace2::v0
