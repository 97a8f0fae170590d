// One event of a trace, with all that its source says of it. Lines of EVENT and recordings fill the
// same struct.
#pragma once

#include <trace2/read/event_list.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/repo_id.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// Stands for texts that a source has compared already: equal keys mean equal texts, in the whole
/// program and for its life. `no_key` says nothing.
using text_key = std::uint64_t;
inline constexpr text_key no_key = 0;

/// A key that nothing else has. Any thread may call it.
inline text_key new_key() noexcept {
  static std::atomic<text_key> latest{no_key};
  return latest.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// Nothing is lost: what is not understood is in `others`.
///
/// Lifetime: all texts are views of what its source holds; they end when the source goes on.
template <class Events>
struct basic_occurrence {
  std::string_view text{};        ///< of a line, as it was read; empty of a recording
  std::string_view event_name{};  ///< also of an event that is in no list
  std::string_view sid{};
  std::string_view thread = "main";
  text_key thread_key = no_key;  ///< of `sid` and `thread` together
  text_key label_key = no_key;   ///< of the category, and of the label or the key, of regions and data
  /// Of the machine's monotonic clock, to the nanosecond; only recordings have it. What follows
  /// says the same in the microseconds of the text targets.
  std::optional<std::int64_t> nanoseconds{};
  std::optional<std::int64_t> wall{};  ///< microseconds since the epoch; brief lines have none
  std::string_view file{};             ///< null when no place is named
  int line = 0;
  repo_id repo{};
  /// Also of events whose description has no such member, if the writer says it.
  std::optional<duration> t_abs{};
  std::optional<duration> t_rel{};
  std::optional<int> nesting{};
  event_variant<Events> event{};
  /// Members that the description of the event does not have, and those of another type than it
  /// says, in the order of the writer.
  other_members others{};

  template <class Event>
  Event const* get() const noexcept {
    return std::get_if<Event>(&event);
  }
};

using occurrence = basic_occurrence<builtin_events>;

}}}  // namespace trace2::v0::read
