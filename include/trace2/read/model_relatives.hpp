// Finds the child_start of each process. The session id of a process names its parent, but no event
// names the `child_start` of the parent that began the process (R-CHD-10).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

namespace relatives {

/// Whether the process, which has a parent, is what the parent has become.
inline bool has_replaced_parent(model const& trace, process_node const& process) noexcept {
  process_node const& parent = trace.processes[process.parent];
  return has_replaced(parent.state, pid_of(parent.sid), pid_of(process.sid));
}

/// Clocks may disagree a little.
inline constexpr std::int64_t tolerance = 1'000'000;

/// The last moment at which a child may have begun a process.
inline std::int64_t end_of(child_node const& child) noexcept {
  if (child.duration < 0 || child.is_left_alone) return std::numeric_limits<std::int64_t>::max();
  return saturating_add(child.begin, saturating_add(child.duration, tolerance));
}

/// The children that run at a moment, which never goes back. A child is named by its place in a
/// list of children. Takes logarithmic time per child.
class running_children {
 public:
  explicit running_children(model const& trace) : trace_{trace} {}

  /// Begins with a list of children, before any of them runs. Reuses the memory of the list before.
  void begin(std::vector<node_index> const& children) {
    children_ = &children;
    begun_ = 0;
    free_.clear();
    taken_.clear();
    ends_.clear();
    by_begin_.resize(children.size());
    std::iota(by_begin_.begin(), by_begin_.end(), std::size_t{0});
    std::sort(by_begin_.begin(), by_begin_.end(), [this](std::size_t a, std::size_t b) {
      return child(a).begin != child(b).begin ? child(a).begin < child(b).begin : a < b;
    });
  }

  void advance(std::int64_t now) {
    for (; begun_ < by_begin_.size(); ++begun_) {
      std::size_t const next = by_begin_[begun_];
      if (child(next).begin - tolerance > now) break;
      (child(next).sessions.empty() ? free_ : taken_).insert(next);
      ends_.emplace_back(end_of(child(next)), next);
      std::push_heap(ends_.begin(), ends_.end(), std::greater<>{});
    }
    while (!ends_.empty() && ends_.front().first < now) {
      free_.erase(ends_.front().second);
      taken_.erase(ends_.front().second);
      std::pop_heap(ends_.begin(), ends_.end(), std::greater<>{});
      ends_.pop_back();
    }
  }

  /// The first one in the list.
  node_index first() const {
    std::size_t first = children_->size();
    for (auto const* const running : {&free_, &taken_})
      if (!running->empty()) first = std::min(first, *running->begin());
    return first == children_->size() ? no_node : (*children_)[first];
  }

  /// The last one in the list, if possible one without a process, which then has one.
  node_index take_last() {
    auto& from = free_.empty() ? taken_ : free_;
    if (from.empty()) return no_node;
    std::size_t const last = *from.rbegin();
    if (&from == &free_) taken_.insert(free_.extract(last));
    return (*children_)[last];
  }

 private:
  child_node const& child(std::size_t place) const { return trace_.children[(*children_)[place]]; }

  model const& trace_;
  std::vector<node_index> const* children_ = nullptr;
  std::vector<std::size_t> by_begin_;
  std::size_t begun_ = 0;
  std::set<std::size_t> free_;                              ///< without a process
  std::set<std::size_t> taken_;                             ///< with one
  std::vector<std::pair<std::int64_t, std::size_t>> ends_;  ///< a heap, the first end on top
};

/// Matches the children and processes of each parent. `key_of(node)` tells which may belong
/// together; `choose(running)` is the child among those that run when a process begins.
template <class Key, class KeyOfChild, class KeyOfProcess, class Choose>
void match(model& trace, KeyOfChild const& key_of_child, KeyOfProcess const& key_of_process,
           Choose const& choose) {
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

  running_children running{trace};
  std::vector<node_index> family;
  auto child = children.cbegin();
  for (auto first = processes.cbegin(); first != processes.cend();) {
    Key const& key = first->first;
    while (child != children.cend() && child->first < key) ++child;
    for (family.clear(); child != children.cend() && child->first == key; ++child)
      family.push_back(child->second);
    running.begin(family);
    for (; first != processes.cend() && first->first == key; ++first) {
      process_node& process = trace.processes[first->second];
      running.advance(process.begin);
      process.child = choose(running);
      if (process.child != no_node) trace.children[process.child].sessions.push_back(first->second);
    }
  }
}

/// Matches a process with the child that has its process id.
inline void match_by_pid(model& trace) {
  using key = std::pair<node_index, std::int64_t>;
  match<key>(
      trace,
      [](child_node const& child) {
        return key{child.process, child.pid > 0 ? child.pid : -1};
      },
      [](process_node const& process) {
        return key{process.parent, pid_of(process.sid)};
      },
      [](running_children const& running) { return running.first(); });
}

/// Matches a process with the child that was started last. This finds children behind a shell or a
/// wrapper, whose process id the parent knows instead.
inline void match_by_time(model& trace) {
  match<node_index>(
      trace,
      [](child_node const& child) {
        bool const was_started = child.pid != -1 || child.duration < 0;
        return was_started ? child.process : no_node;
      },
      [](process_node const& process) { return process.parent; },
      [](running_children& running) { return running.take_last(); });
}

}  // namespace relatives

/// Sets parents, children and roots of a model that has all its processes. Takes n log n time.
inline void tie_relatives(model& trace) {
  std::unordered_map<std::string_view, node_index, table_hash> by_sid;
  auto const count = static_cast<node_index>(trace.processes.size());
  by_sid.reserve(count);
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
  relatives::match_by_pid(trace);
  relatives::match_by_time(trace);
  for (child_node& child : trace.children)
    std::stable_sort(child.sessions.begin(), child.sessions.end(),
                     [&trace](node_index a, node_index b) {
                       return trace.processes[a].begin < trace.processes[b].begin;
                     });
  for (node_index i = 0; i < count; ++i) {
    process_node const& process = trace.processes[i];
    if (process.parent != no_node && process.child == no_node)
      trace.processes[process.parent].strangers.push_back(i);
  }
}

}}}  // namespace trace2::v0::read
