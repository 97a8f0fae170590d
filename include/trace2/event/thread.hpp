// Events of threads, sent by the thread they are about; its name is part of every record. NORMAL
// shows no threads.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>

namespace trace2 { inline namespace v0 { namespace event {

/// The first event of a thread.
struct thread_start {
  static constexpr std::string_view event_name = "thread_start";
  void perf(auto&) const {}
};
TRACE2_DETAIL_DESCRIBE(thread_start)

/// The last event of a thread.
struct thread_exit {
  static constexpr std::string_view event_name = "thread_exit";
  duration t_rel{};  ///< since thread_start
  void perf(auto&) const {}
};
TRACE2_DETAIL_DESCRIBE(thread_exit, t_rel)

}}}  // namespace trace2::v0::event
