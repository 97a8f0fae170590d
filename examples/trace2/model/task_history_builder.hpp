// Collects what single tasks do and wait for.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "model/node_index.hpp"
#include "model/task_history.hpp"

namespace trace2 { inline namespace v0 { namespace read {
struct open_task;
struct task_event;
}}}  // namespace trace2::v0::read

namespace trace2::program {

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
