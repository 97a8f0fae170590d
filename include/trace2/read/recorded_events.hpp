// The events of a recording as occurrences, so that code that reads EVENT streams reads recordings
// too.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/recording/occurrence_maker.hpp>
#include <trace2/read/recording/stored_event.hpp>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads all events of a recording, which must outlive it. Threads: one. Errors: throws only when
/// memory runs out.
class recorded_events {
 public:
  /// Reads on from where the recording is.
  explicit recorded_events(flight_recording& of) noexcept : recording_{of} {}

  /// The next event, valid until the next call; null when there is none at the moment.
  occurrence const* next() {
    return next([](plain_event const&) { return false; });
  }

  /// The next event that is no plain one, or one that `take(plain_event)` returns false for.
  template <class Take>
  occurrence const* next(Take const& take) {
    while (auto const* const stored = recording_.next()) {
      if (recording::is_plain(*stored) && take(recording::plain_event_of(*stored))) continue;
      if (auto const* const made = maker_.make(recording_.sid(), *stored)) return made;
      recording_.add_damage();
    }
    return nullptr;
  }

 private:
  flight_recording& recording_;
  recording::occurrence_maker maker_;
};

}}}  // namespace trace2::v0::read
