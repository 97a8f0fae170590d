// An event of a hot loop: one of which sums need to know nothing but its place, time and number.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// The beginning or end of a region without a message that works on a thread outside of tasks, or
/// a whole number among the data. A source offers it in place of the occurrence, which costs
/// twice as much to make and to take; a visitor takes it or asks for the occurrence
/// (tracker_visitor.hpp). Times are bounded as
/// those of an occurrence.
struct plain_event {
  /// The kind of event: a region began or ended, or a number was told.
  enum class sort : unsigned char { region_enter, region_leave, number };

  sort what{};                   ///< what happened
  int nesting{};                 ///< open regions of the thread
  text_key thread_key = no_key;  ///< never without a key, like the next one
  text_key label_key = no_key;   ///< of category and label, or category and key
  moment wall{};                 ///< since the epoch
  nanoseconds elapsed{};         ///< since the process started
  nanoseconds length{};          ///< of a region that ends; else without meaning
  std::int64_t number{};         ///< of a number; else without meaning
};

}}}  // namespace trace2::v0::read
