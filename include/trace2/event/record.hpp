// A record, which formats receive: an event and the circumstances in which it happened.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The process that a record comes from. `sid_json` is the session id as it stands between the
/// quotes of a JSON string, so that it is escaped once and not with every event.
struct process_view {
  std::string_view sid{};       ///< session id (R-SID-01)
  std::string_view sid_json{};  ///< `sid`, escaped for JSON
  int depth{};                  ///< number of ancestors in the session id (R-SID-05)
};

/// The thread that a record comes from.
struct thread_view {
  std::string_view name{};       ///< "main", or as "th01:hash" (R-THR-03)
  std::string_view name_json{};  ///< as `sid_json`
  int open_regions{};  ///< including the implicit one of the thread itself; 0 after a surplus leave
};

/// Where and when: the part of a record besides its event, the same for all types of events.
struct circumstances {
  call_site at{};          ///< the place in the source
  process_view process{};  ///< the process that emits it
  thread_view thread{};    ///< the thread that emits it
  std::int64_t ticks{};    ///< of the library's clock
  std::int64_t wall{};     ///< microseconds since the epoch, UTC; one reading for all targets
  duration t_abs{};        ///< since the process started
  repo_id repo{};          ///< the repository that it concerns
};

/// A borrowed view of one event, valid for the statement that emits it and never stored.
template <event_type Event>
struct record : circumstances {
  Event const& event;  ///< borrowed: valid until `write` returns
};

}}  // namespace trace2::v0
