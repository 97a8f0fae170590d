// A region that is open at one point of a trace, and the room for it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/memory_budget.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// A region of a thread or of a task. Times are nanoseconds since the epoch. `tag` and `mark`
/// belong to the tracker's visitor.
struct open_region {
  label_id label{};
  int level{};  ///< 1 for the outermost region of a thread or task
  std::int64_t begin{};
  std::int64_t nested{};   ///< time spent in regions directly inside, as measured
  std::int64_t inside{};   ///< time of its thread in these, in waiting for children, in tasks
  std::uint64_t number{};  ///< counts the regions of the trace, from 1 on
  std::uint64_t tag{};
  std::int64_t waited{};    ///< of a task's: time outside of these in which no thread ran the task
  bool only_waits = false;  ///< nothing works in it
  bool is_begun = true;     ///< an event has told its beginning
  std::uint32_t mark{};
};

/// Makes room for one region more among those of a thread or task, and adds the bytes that it takes
/// to `memory`. False when the budget allows none.
inline bool reserve_region(std::vector<open_region>& regions, std::size_t& memory,
                           memory_budget& budget) {
  if (regions.size() < regions.capacity()) return true;
  std::size_t const more = std::max<std::size_t>(regions.capacity(), 2);
  // A vector that grows exists twice for a moment.
  std::size_t const size = more * sizeof(open_region) * 3 / 2;
  if (!budget.take(size)) return false;
  memory += size;
  regions.reserve(regions.capacity() + more);
  return true;
}

}}}  // namespace trace2::v0::read
