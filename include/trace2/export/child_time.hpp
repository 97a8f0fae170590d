// Divides the time of a child process into its start, its sessions and its end.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/model.hpp>
#include <trace2/read/model_relatives.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The time of a child outside of its own sessions, in nanoseconds. The parts and the time in
/// which at least one session ran sum up to the duration, unless the sessions took longer, as those
/// of a child that was left alone may do. Around a script everything is `between`, for nobody knows
/// when it started its work and ended it.
struct child_time {
  std::int64_t duration{};    ///< until the end of the parent if no event reported the end
  std::int64_t start{};       ///< from `child_start` to the first event of the first session
  std::int64_t between{};     ///< when no session ran; such as a shell's own time, or an exec
  std::int64_t end{};         ///< from the last event of the last session to `child_exit`
  bool is_outlasted = false;  ///< its sessions may go on after it
  /// The process that was started is none of its sessions, but a shell or a script around them.
  bool is_script = false;
  bool is_parallel = false;  ///< several sessions ran at the same time
};

/// Whether a process is what another one has become, so that it goes on in its place. It keeps the
/// process id. What the other one had forked before has an id of its own; where ids are unknown, it
/// began before the end of the other one.
inline bool is_successor(read::model const& trace, read::process_node const& process) noexcept {
  if (process.parent == read::no_node || process.child != read::no_node) return false;
  read::process_node const& before = trace.processes[process.parent];
  if (before.state != read::process_state::transformed) return false;
  std::uint32_t const pid = read::pid_of(process.sid);
  std::uint32_t const pid_before = read::pid_of(before.sid);
  if (pid != 0 && pid_before != 0) return pid == pid_before;
  return process.begin >= before.end - read::relatives::tolerance;
}

/// Processes and the programs that they have become, by their beginnings.
inline std::vector<read::node_index> with_successors(read::model const& trace,
                                                     std::vector<read::node_index> processes) {
  for (std::size_t i = 0; i < processes.size(); ++i)
    for (read::node_index const next : trace.processes[processes[i]].strangers)
      if (is_successor(trace, trace.processes[next])) processes.push_back(next);
  if (processes.size() == 1) return processes;  // most; to sort one takes memory
  std::stable_sort(processes.begin(), processes.end(), [&trace](auto a, auto b) {
    return trace.processes[a].begin < trace.processes[b].begin;
  });
  return processes;
}

/// The time of a process and of the programs that it has become, in nanoseconds.
struct process_span {
  std::int64_t wall{};     ///< in which they ran
  std::int64_t between{};  ///< from the last event of a program to the first one of the next

  std::int64_t total() const noexcept { return read::saturating_add(wall, between); }
};

/// Takes n log n time in the programs.
inline process_span span_of(read::model const& trace, read::node_index index) {
  process_span result;
  std::int64_t last = trace.processes[index].end;
  for (read::node_index const one : with_successors(trace, {index})) {
    read::process_node const& process = trace.processes[one];
    result.wall = read::saturating_add(result.wall, process.wall());
    if (process.begin > last)
      result.between = read::saturating_add(result.between, process.begin - last);
    last = std::max(last, process.end);
  }
  return result;
}

/// Whether a session of a child is none of the process that was started. Its process id tells;
/// where that is unknown, the program does.
inline bool runs_inside(read::process_node const& session, read::child_node const& child) noexcept {
  if (std::uint32_t const pid = read::pid_of(session.sid); pid != 0)
    return child.pid > 0 && pid != static_cast<std::uint32_t>(child.pid);
  if (session.command.empty() || child.command.empty()) return false;
  // The first argument may itself be a command line for a shell.
  auto const program_of = [](std::string_view command) {
    return read::program_name(read::first_word(read::first_word(command)));
  };
  return program_of(session.command) != program_of(child.command);
}

/// Takes n log n time in the sessions.
inline child_time time_of(read::model const& trace, read::child_node const& child) {
  child_time result;
  result.duration = child.duration >= 0 ? child.duration
                                        : std::max<std::int64_t>(
                                              trace.processes[child.process].end - child.begin, 0);
  if (child.sessions.empty()) return result;
  result.is_outlasted = child.is_left_alone;
  if (child.is_left_alone) return result;
  std::int64_t const begin = trace.processes[child.sessions.front()].begin;
  std::int64_t covered = 0;
  std::int64_t last = begin;
  for (read::node_index const session : with_successors(trace, child.sessions)) {
    read::process_node const& process = trace.processes[session];
    std::int64_t const end = process.end;
    if (process.begin > last)
      result.between = read::saturating_add(result.between, process.begin - last);
    covered = read::saturating_add(covered,
                                   std::max<std::int64_t>(end - std::max(process.begin, last), 0));
    if (process.begin < last) result.is_parallel = true;
    last = std::max(last, end);
  }
  result.is_outlasted = covered > result.duration;
  std::int64_t left = std::max<std::int64_t>(result.duration - covered, 0);
  result.start = std::clamp<std::int64_t>(begin - child.begin, 0, left);
  result.between = std::min(result.between, left - result.start);
  result.end = left - result.start - result.between;
  result.is_script = std::all_of(child.sessions.begin(), child.sessions.end(), [&](auto session) {
    return runs_inside(trace.processes[session], child);
  });
  if (result.is_script) {
    result.between = left;
    result.start = result.end = 0;
  }
  return result;
}

}}}  // namespace trace2::v0::exporter
