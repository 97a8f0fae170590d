// Finds the child_start of each process. The session id of a process names its parent, but no event
// names the `child_start` of the parent that began the process (R-CHD-10).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/process_state.hpp>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "model/likeliest_child.hpp"
#include "model/model.hpp"

namespace trace2::program {

namespace relatives {

/// True if the process, which has a parent, is what the parent has become.
bool has_replaced_parent(model const& trace, process_node const& process) noexcept;

/// Matches the children and processes of each parent. `key_of(node)` tells which may belong
/// together; a `Chooser` finds the child among those that run when a process begins.
template <class Key, class Chooser, class KeyOfChild, class KeyOfProcess>
void match(model& trace, KeyOfChild const& key_of_child, KeyOfProcess const& key_of_process) {
  std::vector<std::pair<Key, node_index>> processes;
  auto const count = static_cast<node_index>(trace.processes.size());
  for (node_index i = 0; i < count; ++i)
    if (process_node const& process = trace.processes[i]; process.parent != no_node &&
                                                          process.child == no_node &&
                                                          !has_replaced_parent(trace, process))
      processes.emplace_back(key_of_process(process), i);
  if (processes.empty()) return;
  std::sort(processes.begin(), processes.end(), [&trace](auto const& a, auto const& b) {
    auto const place_of = [&trace](auto const& each) {
      return std::tuple{each.first, trace.processes[each.second].begin, each.second};
    };
    return place_of(a) < place_of(b);
  });
  std::vector<std::pair<Key, node_index>> children;
  for (process_node const& parent : trace.processes)
    for (node_index const child : parent.children)
      children.emplace_back(key_of_child(trace.children[child]), child);
  std::stable_sort(children.begin(), children.end(),
                   [](auto const& a, auto const& b) { return a.first < b.first; });

  child_clock clock{trace};
  std::vector<node_index> family;
  auto child = children.cbegin();
  for (auto first = processes.cbegin(); first != processes.cend();) {
    Key const& key = first->first;
    while (child != children.cend() && child->first < key) ++child;
    for (family.clear(); child != children.cend() && child->first == key; ++child)
      family.push_back(child->second);
    clock.begin(family);
    Chooser chooser{clock};
    for (; first != processes.cend() && first->first == key; ++first) {
      process_node& process = trace.processes[first->second];
      choice const chosen = chooser.take(process);
      process.child = chosen.child;
      process.is_guessed_child = chosen.is_guess;
      if (process.child != no_node) trace.children[process.child].sessions.push_back(first->second);
    }
  }
}

/// Matches a process with the child that has its process id.
void match_by_pid(model& trace);

/// Matches a process with the child that most likely ran it. This finds children of PERF and
/// NORMAL, which tell no process ids of processes, and children behind a shell or a wrapper, whose
/// process id the parent knows instead.
void match_by_likelihood(model& trace);

/// Of a process that has detached itself, the part that ran at a moment.
node_index part_at(model const& trace, node_index process, read::moment at) noexcept;

/// The end of each process, and of what it has become. Takes the time of a session id's length per
/// process.
std::vector<read::moment> last_ends(model const& trace);

/// Processes that go on after the end of their parent stand apart: nobody has waited for them, and
/// their time is no part of the parent's. Two processes that end at once, as those that the same
/// signal kills, stay together, and so does a process whose parent's end nothing tells, unless the
/// parent's time is the shorter one.
void detach_outliving(model& trace);

/// Says which matches are guesses.
void remark_guesses(model& trace);

}  // namespace relatives

/// Sets parents, children and roots of a model that has all its processes. Takes n log n time.
void tie_relatives(model& trace);

}  // namespace trace2::program
