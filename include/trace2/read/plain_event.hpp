// An event of a hot loop: one of which sums need to know nothing but its place, time and number.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/occurrence.hpp>

#include <concepts>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// The beginning or end of a region without a message that works on a thread outside of tasks, or
/// a whole number among the data. A source offers it in place of the occurrence, which costs
/// several times as much to make and to take. Times are nanoseconds, bounded as those of an
/// occurrence.
struct plain_event {
  enum class sort : unsigned char { region_enter, region_leave, number };

  sort what{};
  bool is_unsigned{};  ///< of a number: its source has none below 0
  int nesting{};
  text_key thread_key = no_key;  ///< never without a key, like the next one
  text_key label_key = no_key;
  std::int64_t wall{};     ///< since the epoch
  std::int64_t elapsed{};  ///< since the process started
  std::int64_t length{};   ///< of a region that ends; else without meaning
  std::int64_t number{};   ///< of a number; else without meaning
};

/// A visitor of trackers that takes plain events by calls of their own, as model_builder.hpp shows.
/// It says so by `using takes_plain_events = ` its own name. Those that derive from it, and don't
/// say so, see occurrences alone.
template <class Visitor>
concept plain_event_visitor = std::same_as<typename Visitor::takes_plain_events, Visitor>;

}}}  // namespace trace2::v0::read
