// What single tasks did and waited for, as far as there is room for it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/task_event.hpp>

#include <cstdint>
#include <limits>
#include <string>
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

}  // namespace trace2::program
