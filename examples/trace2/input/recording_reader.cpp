// Defines what recording_reader.hpp declares.
#include "input/recording_reader.hpp"

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/recording/occurrence_maker.hpp>

namespace trace2::program {

recording_reader::recording_reader(read::flight_recording& from, follower& to)
    : events_{std::make_unique<read::recorded_events>(from)}, to_{to} {}

recording_reader::~recording_reader() = default;

read::occurrence const* recording_reader::next(std::size_t most, std::size_t& count) {
  return events_->next([&](read::plain_event const& event) {
    if (most == 0 || !to_.take(event)) return false;
    --most;
    ++count;
    return true;
  });
}

recorded_occurrences::recorded_occurrences()
    : maker_{std::make_unique<read::recording::occurrence_maker>()} {}

recorded_occurrences::~recorded_occurrences() = default;

read::occurrence const* recorded_occurrences::make(read::merged_event const& recorded) {
  return maker_->make(recorded.of->sid(), *recorded.event);
}

}  // namespace trace2::program
