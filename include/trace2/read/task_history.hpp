// What single tasks did and waited for, as far as there is room for it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/node_index.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/task_event.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Times are nanoseconds since the epoch.
struct task_history {
  using index = std::uint32_t;  ///< in `tasks`
  static constexpr index none = std::numeric_limits<index>::max();

  struct task {
    node_index process{};
    label_id label{};
    index parent = none;
    std::int64_t begin{};
    std::int64_t end{};
    std::string message{};  ///< with which it began; cut if it is long
  };
  /// A thread ran the task. The stretches of a task come in the order of their times.
  struct stretch {
    index task{};
    std::int64_t begin{};
    std::int64_t end{};
  };
  struct link {
    index task{};
    index other = none;  ///< none if it never began
    task_link_kind kind{};
  };
  /// A thread was in a region that only waits.
  struct wait {
    node_index process{};
    node_index region{};  ///< a region_node
    std::int64_t begin{};
    std::int64_t end{};
  };

  std::vector<task> tasks;
  std::vector<stretch> stretches;
  std::vector<link> links;
  std::vector<wait> waits;
  std::uint64_t left_out{};  ///< tasks, stretches, links and waits without room
};

/// Collects a history, which must outlive it. Memory: at most `limits::task_memory`, growth
/// included.
class task_history_builder {
 public:
  explicit task_history_builder(task_history& to) noexcept : to_{to} {}

  /// Returns the index of the task in the history, or none.
  task_history::index began(node_index process, open_task const& task, std::string_view message,
                            std::size_t longest) {
    std::string_view const kept = cut_text(message, longest);
    if (!has_room(2 * sizeof(task_history::task) + per_entry + kept.size()))
      return task_history::none;
    auto const added = static_cast<task_history::index>(to_.tasks.size());
    to_.tasks.push_back({.process = process,
                         .label = task.label,
                         .parent = find({process, task.parent}),
                         .begin = task.begin,
                         .end = task.begin,
                         .message = std::string{kept}});
    known_[{process, task.id}] = added;
    return added;
  }

  /// Joins what was accounted for in several parts.
  void ran(task_history::index task, std::int64_t begin, std::int64_t end) {
    if (task >= latest_.size()) latest_.resize(to_.tasks.size(), none);
    std::size_t& latest = latest_[task];
    if (latest != none && to_.stretches[latest].end == begin) {
      to_.stretches[latest].end = end;
    } else if (has_room(2 * sizeof(task_history::stretch))) {
      latest = to_.stretches.size();
      to_.stretches.push_back({task, begin, end});
    }
  }

  void linked(task_history::index task, task_event const& link) {
    if (!has_room(2 * (sizeof(task_history::link) + sizeof link.other))) return;
    to_.links.push_back({.task = task, .kind = link.kind});
    others_.push_back(link.other);
  }

  void ended(task_history::index task, label_id label, std::int64_t begin, std::int64_t end) {
    task_history::task& known = to_.tasks[task];
    known.label = label;
    known.begin = begin;
    known.end = std::max(begin, end);
  }

  void waited(task_history::wait const& wait) {
    if (has_room(2 * sizeof wait)) to_.waits.push_back(wait);
  }

  /// Finds the tasks that links name, some of which began later.
  void complete() {
    for (std::size_t i = 0; i < others_.size(); ++i)
      to_.links[i].other = find({to_.tasks[to_.links[i].task].process, others_[i]});
  }

 private:
  using key = std::pair<node_index, std::uint64_t>;  ///< process, and the task's number in it

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t per_entry = 80;

  bool has_room(std::size_t bytes) noexcept {
    bool const is_room = memory_.take(bytes);
    to_.left_out += is_room ? 0 : 1;
    return is_room;
  }

  task_history::index find(key const& of) const {
    auto const found = known_.find(of);
    return found == known_.end() ? task_history::none : found->second;
  }

  task_history& to_;
  memory_budget memory_{limits::task_memory};
  std::map<key, task_history::index> known_;
  std::vector<std::size_t> latest_;    ///< stretch of each task
  std::vector<std::uint64_t> others_;  ///< of each link
};

}}}  // namespace trace2::v0::read
