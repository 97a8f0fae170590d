// A region that is open at one point of a trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>

#include <cstdint>

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
  std::uint32_t mark{};
};

}}}  // namespace trace2::v0::read
