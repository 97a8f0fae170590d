// Makes occurrences of what a recording has stored. A unit that includes what makes them compiles a
// function for each kind of event.
#pragma once

#include <trace2/read/empty_region.hpp>
#include <trace2/read/occurrence.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "input/follower.hpp"

namespace trace2 { inline namespace v0 { namespace read {
class flight_recording;
class recorded_events;
struct merged_event;
namespace recording {
class occurrence_maker;
}
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// What a recording tells besides its events, with its own lifetime.
struct recording_facts {
  std::string_view sid{};
  std::optional<read::empty_region> empty{};
  bool is_ring = false;
  std::uint64_t dropped{};
};
recording_facts facts_of(read::flight_recording const& of);

/// Reads a recording into a follower. Both outlive it.
class recording_reader {
 public:
  recording_reader(read::flight_recording& from, follower& to);
  ~recording_reader();
  recording_reader(recording_reader const&) = delete;
  recording_reader& operator=(recording_reader const&) = delete;

  /// The next event that the caller has to give to the follower, valid until the next call; null
  /// when there is none. The follower takes up to `most` plain events before it by the short way
  /// (trace2/read/plain_event.hpp); `count` counts them.
  read::occurrence const* next(std::size_t most, std::size_t& count);

 private:
  std::unique_ptr<read::recorded_events> events_;
  follower& to_;
};

/// Makes one occurrence after the other of events of any recordings.
class recorded_occurrences {
 public:
  recorded_occurrences();
  ~recorded_occurrences();
  recorded_occurrences(recorded_occurrences const&) = delete;
  recorded_occurrences& operator=(recorded_occurrences const&) = delete;

  /// Valid until the next call, and as long as the event; null for one that is damaged.
  read::occurrence const* make(read::merged_event const& recorded);

 private:
  std::unique_ptr<read::recording::occurrence_maker> maker_;
};

}  // namespace trace2::program
