// Finds the child_start of each process. The session id of a process names its parent, but no event
// names the `child_start` of the parent that began the process (R-CHD-10).
#pragma once

#include <trace2/read/model.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace read {

namespace relatives {

/// Whether a process began while a child was running; clocks may disagree a little.
inline bool is_within(process_node const& process, child_node const& child) noexcept {
  constexpr std::int64_t tolerance = 1'000;
  if (process.begin < child.begin - tolerance) return false;
  return child.duration < 0 || child.is_left_alone ||
         process.begin <= child.begin + child.duration + tolerance;
}

/// The child with the process id of the session id.
inline node_index find_by_pid(model const& trace, process_node const& process) {
  std::uint32_t const pid = pid_of(process.sid);
  for (node_index const index : trace.processes[process.parent].children) {
    child_node const& child = trace.children[index];
    if (child.pid > 0 && static_cast<std::uint32_t>(child.pid) == pid && is_within(process, child))
      return index;
  }
  return no_node;
}

/// The child that was started last, if possible one without a process. This finds children behind a
/// shell or a wrapper, whose process id the parent knows instead.
inline node_index find_by_time(model const& trace, process_node const& process) {
  node_index found = no_node;
  for (node_index const index : trace.processes[process.parent].children) {
    child_node const& child = trace.children[index];
    if (child.pid == -1 && child.duration >= 0) continue;  // never started
    if (!is_within(process, child)) continue;
    if (found == no_node || trace.children[found].sessions.empty() == child.sessions.empty() ||
        child.sessions.empty())
      found = index;
  }
  return found;
}

}  // namespace relatives

/// Sets parents, children and roots of a model that has all its processes.
inline void tie_relatives(model& trace) {
  std::unordered_map<std::string_view, node_index> by_sid;
  auto const count = static_cast<node_index>(trace.processes.size());
  for (node_index i = 0; i < count; ++i) by_sid.emplace(trace.processes[i].sid, i);

  for (node_index i = 0; i < count; ++i) {
    process_node& process = trace.processes[i];
    std::size_t const slash = process.sid.rfind('/');
    if (slash != process.sid.npos)
      if (auto const parent = by_sid.find(std::string_view{process.sid}.substr(0, slash));
          parent != by_sid.end())
        process.parent = parent->second;
    if (process.parent == no_node) trace.roots.push_back(i);
  }

  // Matches by process id are certain and come first; matches by time are guesses.
  for (auto const find : {relatives::find_by_pid, relatives::find_by_time})
    for (node_index i = 0; i < count; ++i) {
      process_node& process = trace.processes[i];
      if (process.parent == no_node || process.child != no_node) continue;
      process.child = find(trace, process);
      if (process.child != no_node) trace.children[process.child].sessions.push_back(i);
    }
  for (node_index i = 0; i < count; ++i) {
    process_node const& process = trace.processes[i];
    if (process.parent != no_node && process.child == no_node)
      trace.processes[process.parent].strangers.push_back(i);
  }
}

}}}  // namespace trace2::v0::read
