// A region that is open at one point of a trace, and the room for it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// A region of a thread or of a task. `tag` and `mark` belong to the tracker's visitor.
struct open_region {
  label_id label{};        ///< category and label, in the table of the tracker
  int level{};             ///< 1 for the outermost region of a thread or task
  moment begin{};          ///< the moment of its beginning
  nanoseconds nested{};    ///< time spent in regions directly inside, as measured
  nanoseconds inside{};    ///< time of its thread in inner regions, children and tasks
  std::uint64_t number{};  ///< counts the regions of the trace, from 1 on
  std::uint64_t tag{};     ///< the visitor's; 0 at the beginning
  nanoseconds waited{};    ///< of a task's: time outside of inner regions in which no thread ran it
  bool only_waits = false;                    ///< nothing works in it
  bool is_begun = true;                       ///< an event has told its beginning
  std::uint32_t mark{};                       ///< the visitor's; 0 at the beginning
  std::string const* kept_message = nullptr;  ///< the tracker's

  /// The message of the event that begins it; empty if it has none, or one beyond the limit.
  std::string_view message() const noexcept {
    return kept_message != nullptr ? std::string_view{*kept_message} : std::string_view{};
  }
};

/// A region whose thread has gone on outside of it before an event has told its end: that event is
/// lost, or regions of the thread overlap, as those of writers that call all threads "main".
struct displaced_region {
  open_region region{};
  moment at{};             ///< moment of its displacement
  nanoseconds taken{};     ///< time that it took of its thread
  std::uint64_t inside{};  ///< number of the region around it; 0 for the thread
};

/// Makes room for one region more among those of a thread or task. `room`: the regions for which
/// others may still make room. False when there is none.
inline bool reserve_region(std::vector<open_region>& regions, std::size_t& room) {
  if (regions.size() < regions.capacity()) return true;
  std::size_t const more = std::min(std::max<std::size_t>(regions.capacity(), 2), room);
  if (more == 0) return false;
  room -= more;
  regions.reserve(regions.capacity() + more);
  return true;
}

}}}  // namespace trace2::v0::read
