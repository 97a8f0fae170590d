// What a tracker keeps of processes and threads to find their parts, which few visitors need.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/child_waits.hpp>
#include <trace2/read/open_children.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/traced_process.hpp>

#include <functional>
#include <map>
#include <string>

namespace trace2 { inline namespace v0 { namespace read {

/// A thread with the children that it may be waiting for.
struct tracked_thread : traced_thread {
  child_waits waits{};
};

/// A process with its threads, children and tasks.
struct tracked_process : traced_process {
  std::map<std::string, tracked_thread, std::less<>> threads{};  ///< by name
  open_children children{};                                      ///< children that have not ended
  open_tasks tasks{};                                            ///< tasks that have not ended
};

/// All of a thread or process that a tracker has made.
inline tracked_thread& tracked(traced_thread& thread) noexcept {
  return static_cast<tracked_thread&>(thread);
}
inline tracked_process& tracked(traced_process& process) noexcept {
  return static_cast<tracked_process&>(process);
}
inline tracked_process const& tracked(traced_process const& process) noexcept {
  return static_cast<tracked_process const&>(process);
}

}}}  // namespace trace2::v0::read
