// What single tasks did and waited for, as far as there is room for it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/task_event.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/node_index.hpp"

namespace trace2::program {

struct task_history {
  using index = std::uint32_t;  ///< in `tasks`
  static constexpr index none = std::numeric_limits<index>::max();

  struct task {
    node_index process{};
    read::label_id label{};
    index parent = none;
    read::moment begin{};
    read::moment end{};
    std::string message{};  ///< with which it began; cut if it is long
  };
  /// A thread ran the task. The stretches of a task come in the order of their times.
  struct stretch {
    index task{};
    read::moment begin{};
    read::moment end{};
  };
  struct link {
    index task{};
    index other = none;  ///< none if it never began
    read::task_link_kind kind{};
  };
  /// A thread was in a region that only waits.
  struct wait {
    node_index process{};
    node_index region{};  ///< a region_node
    read::moment begin{};
    read::moment end{};
  };

  std::vector<task> tasks;
  std::vector<stretch> stretches;
  std::vector<link> links;
  std::vector<wait> waits;
  std::uint64_t left_out{};  ///< tasks, stretches, links and waits without room
};

/// Collects a history, which must outlive it. Memory: at most 30 MB, growth included.
class task_history_builder {
 public:
  static constexpr std::size_t most_tasks = 40'000;   ///< each of 330 bytes with its message
  static constexpr std::size_t most_others = 75'000;  ///< stretches, links, waits: 40 to 70 bytes

  explicit task_history_builder(task_history& to) noexcept : to_{to} {}

  /// Returns the index of the task in the history, or none. Of its message, at most `longest` bytes
  /// are kept.
  task_history::index began(node_index process, read::open_task const& task, std::size_t longest);

  /// Joins what was accounted for in several parts.
  void ran(task_history::index task, read::moment begin, read::moment end);

  void linked(task_history::index task, read::task_event const& link);

  void ended(task_history::index task, read::label_id label, read::moment begin, read::moment end);

  void waited(task_history::wait const& wait);

  /// Finds the tasks that links name, some of which began later.
  void complete();

 private:
  using key = std::pair<node_index, std::uint64_t>;  ///< process, and the task's number in it

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// False, and an entry is left out, when there are `most` already.
  bool has_room(std::size_t count, std::size_t most = most_others) noexcept;

  task_history::index find(key const& of) const;

  task_history& to_;
  std::map<key, task_history::index> known_;
  std::vector<std::size_t> latest_;    ///< stretch of each task
  std::vector<std::uint64_t> others_;  ///< of each link
};

}  // namespace trace2::program
