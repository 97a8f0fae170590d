// An occurrence: one event of a trace, with its circumstances. The lines of all targets, and
// recordings, fill the same struct.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/event_list.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text_list.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// A key for texts that a source has compared already: equal keys mean equal texts, in the whole
/// program and for its life. `no_key` tells nothing.
using text_key = std::uint64_t;
inline constexpr text_key no_key = 0;

/// A new, unique key. Threads: any.
inline text_key new_key() noexcept {
  static std::atomic<text_key> latest{no_key};
  return latest.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// An event without loss: members that have no place in `event` are in `others`.
///
/// Lifetime: all texts are views of memory of the source, valid until the source goes on.
template <class Events>
struct basic_occurrence {
  std::string_view text{};           ///< the line of EVENT as it was read; else empty
  std::string_view event_name{};     ///< also for an event that is in no list
  std::string_view sid{};            ///< session id of the process
  std::string_view thread = "main";  ///< name of the thread
  text_key thread_key = no_key;      ///< key of `sid` and `thread` together
  /// Key of category and label, or of category and key; and of the place in the source with them.
  text_key label_key = no_key;
  /// Time of the machine's monotonic clock; only recordings have it. The times below are as fine
  /// for them, while those in `event` are in microseconds, as in the text targets.
  std::optional<std::int64_t> nanoseconds{};
  std::optional<moment> wall{};        ///< brief lines have none
  std::string_view file{};             ///< null when the event has no place
  int line = 0;                        ///< of the place in the source
  repo_id repo{};                      ///< the repository that it concerns, or none
  /// The following three also for events whose description lacks the member, if the writer gives
  /// it.
  std::optional<fine_duration> t_abs{};
  std::optional<fine_duration> t_rel{};  ///< since what the event says
  std::optional<int> nesting{};          ///< open regions of the thread or task
  event_variant<Events> event{};         ///< the struct of the event, or an `other_event`
  /// Members that the description of the event lacks, and members with another type than it says,
  /// in the order of the writer.
  other_members others{};
  /// Names of the numbers that were out of range of their types, and became the nearest ends of
  /// these; at most `cut_numbers::most`.
  text_list cut_numbers{};
  /// The member `code` of the event, if it was out of range.
  std::optional<std::int64_t> wide_code{};

  /// The event, if it is of that type; else null.
  template <class Event>
  Event const* get() const noexcept {
    return std::get_if<Event>(&event);
  }
};

/// An event of the library, or another one.
using occurrence = basic_occurrence<builtin_events>;

}}}  // namespace trace2::v0::read
