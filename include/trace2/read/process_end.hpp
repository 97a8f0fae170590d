// The end of a process, and what may follow it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/read/exit_code.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>

namespace trace2 { inline namespace v0 { namespace read {

/// The exit code that `atexit` tells of a process. Without an `exit` before, it says 0, whatever
/// was returned (R-LIFE-10): then it is unknown.
inline exit_code code_at_exit(traced_process const& process, event::atexit const& event,
                              occurrence const& what) {
  exit_code const code = exit_code_of(event.code, what);
  if (is_failure(code)) return code;
  return process.state == process_state::ended ? process.code : exit_code{};
}

/// True if a fork of the process goes on behind its end, with the same session id (R-LIFE-16). The
/// process has emitted whatever that fork emits when it ends.
inline bool goes_on(traced_process const& process, occurrence const& what) noexcept {
  return process.state == process_state::ended &&
         (what.get<event::child_start>() != nullptr || what.get<event::child_exit>() != nullptr ||
          what.get<event::region_enter>() != nullptr);
}

}}}  // namespace trace2::v0::read
