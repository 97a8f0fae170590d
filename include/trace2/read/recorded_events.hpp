// The events of a recording as those of an EVENT stream come, so that what reads one reads both.
#pragma once

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/occurrence_maker.hpp>

namespace trace2 { inline namespace v0 { namespace read {

/// All events of a recording, which must outlive it:
///
///     trace2::read::recorded_events events{recording};
///     while (auto const* event = events.next()) tracker.take(*event);
class recorded_events {
 public:
  explicit recorded_events(flight_recording& of) noexcept : recording_{of} {}

  /// The next event, until the next call; null when there is none, for now.
  occurrence const* next() {
    while (auto const* const stored = recording_.next())
      if (auto const* const made = maker_.make(recording_.sid(), *stored)) return made;
      else recording_.add_damage();
    return nullptr;
  }

 private:
  flight_recording& recording_;
  recording::occurrence_maker maker_;
};

}}}  // namespace trace2::v0::read
