// Divides the time of a child process into its start, its sessions and its end.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace trace2::program {

/// The time of a child outside of its own sessions. The parts and the time in
/// which at least one session ran sum up to the duration, unless the sessions took longer, as those
/// of a child that was left alone may do. Around a script everything is `between`, for nobody knows
/// when it started its work and ended it.
struct child_time {
  read::nanoseconds duration{};  ///< until the end of the parent if no event reported the end
  read::nanoseconds start{};     ///< from `child_start` to the first event of the first session
  read::nanoseconds between{};   ///< when no session ran; such as a shell's own time, or an exec
  read::nanoseconds end{};       ///< from the last event of the last session to `child_exit`
  bool is_outlasted = false;  ///< its sessions may go on after it
  /// The process that was started is none of its sessions, but a shell or a script around them.
  bool is_script = false;
  bool is_parallel = false;  ///< several sessions ran at the same time
};

/// True if a process is what another one has become, so that it goes on in its place. It keeps the
/// process id. What the other one had forked before has an id of its own; where ids are unknown, it
/// began before the end of the other one.
bool is_successor(model const& trace, process_node const& process) noexcept;

/// Processes and the programs that they have become, by their beginnings.
std::vector<node_index> with_successors(model const& trace, std::vector<node_index> processes);

/// The time of a process and of the programs that it has become.
struct process_span {
  read::nanoseconds wall{};     ///< in which they ran
  read::nanoseconds between{};  ///< from the last event of a program to the first one of the next

  read::nanoseconds total() const noexcept { return wall + between; }
};

/// Takes n log n time in the programs.
process_span span_of(model const& trace, node_index index);

/// True if a session of a child is none of the process that was started. Its process id tells;
/// where that is unknown, the program does.
bool runs_inside(process_node const& session, child_node const& child) noexcept;

/// Takes n log n time in the sessions.
child_time time_of(model const& trace, child_node const& child);

}  // namespace trace2::program
