// The origin of an event: its process, thread and place.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/record.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/thread.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Adds the process and the thread to the other circumstances of an event; null is a thread that
/// the library doesn't know.
[[gnu::always_inline]] inline circumstances circumstances_of(
    circumstances const& now, process_identity const& process,
    thread_context const* thread) noexcept {
  return {.at = now.at,
          .process = {process.sid(), process.sid_json(), process.depth()},
          .thread = thread == nullptr
                        ? thread_view{"unknown", "unknown", 0}
                        : thread_view{thread->name(), thread->name_json(), thread->open_regions()},
          .ticks = now.ticks,
          .wall = now.wall,
          .t_abs = now.t_abs,
          .repo = now.repo};
}

}}}  // namespace trace2::v0::detail
