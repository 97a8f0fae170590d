// Pairs the beginnings and ends of regions, even where regions of one thread overlap.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/region.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/process_table.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/read/region_tracker.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace trace2 { inline namespace v0 { namespace read {

/// How the end of a region was taken.
enum class region_end : unsigned char { in_order, contradicted, overlapping, unmatched, no_room };

/// Levels pair the ends of regions with their beginnings, unless labels contradict them.
class overlapping_regions : public region_tracker {
 public:
  using region_tracker::region_tracker;

  /// Ends the region that an event names. The table has the room for one whose beginning is
  /// unknown.
  region_end leave(traced_event const& now, event::region_leave const& event, int level,
                   process_table& rooms) {
    traced_thread& thread = now.thread;
    nanoseconds const length =
        now.occurrence.t_rel.value_or(fine_duration{nanoseconds{-1}}).in_nanoseconds();
    if (leave_other(now, event, level, length)) return region_end::overlapping;
    displace_above(now.process, thread, level, now.at);
    region_end how = region_end::in_order;
    if (thread.regions.empty() || thread.regions.back().level != level) {
      if (!rooms.reserve_region(thread)) return region_end::no_room;
      how = region_end::unmatched;
      enter_at_end(now, label_of(event, now), level, std::max(length, no_time));
    }
    nanoseconds const lasted = now.at - thread.regions.back().begin;
    if (lasted != length && how == region_end::in_order && length >= no_time &&
        now.occurrence.wall && is_contradicted(length, lasted)) [[unlikely]]
      how = region_end::contradicted;
    nanoseconds const total = length >= no_time ? length : lasted;
    close(now.process, thread, now.at, total, true);
    return how;
  }

  /// Takes the regions above a level away, whose ends no event has told so far.
  void displace_above(traced_process& process, traced_thread& thread, int level, moment end) {
    if (!thread.regions.empty() && thread.regions.back().level > level)
      displace_regions(process, thread, level, end);
  }

 private:
  static constexpr std::size_t most_displaced = 64;  ///< of a thread

  [[gnu::noinline]] void displace_regions(traced_process& process, traced_thread& thread, int level,
                                          moment end) {
    while (!thread.regions.empty() && thread.regions.back().level > level) {
      nanoseconds const total = std::max(end - thread.regions.back().begin, no_time);
      if (thread.displaced.size() >= most_displaced) {
        close(process, thread, end, total, false);
        continue;
      }
      settle(process, thread, end);
      open_region const& region = thread.regions.back();
      std::size_t const depth = thread.regions.size();
      nanoseconds const whole = std::max(total, region.inside + region.waited);
      thread.displaced.push_back(
          {region, end, whole, depth < 2 ? 0 : thread.regions[depth - 2].number});
      take_away(thread, region.level, whole, total);
    }
  }

  /// Ends the region that an event names, if this is none of its level: regions overlap. False if
  /// there is none. `length` is below 0 if it is unknown.
  bool leave_other(traced_event const& now, event::region_leave const& event, int level,
                   nanoseconds length) {
    traced_thread& thread = now.thread;
    if (event.label.data() == nullptr) return false;
    if (thread.displaced.empty() && !thread.regions.empty()) [[likely]]
      if (open_region const& top = thread.regions.back();
          top.level == level && is_named(top.label, event.category, event.label))
        return false;
    return leave_odd(now, event, level, length);
  }

  [[gnu::noinline]] bool leave_odd(traced_event const& now, event::region_leave const& event,
                                   int level, nanoseconds length) {
    traced_thread& thread = now.thread;
    auto const error_of = [&](open_region const& region) {
      bool const is_its = is_named(region.label, event.category, event.label);
      moment const begin = length < no_time ? region.begin : bounded_moment(now.at - length);
      return is_its ? abs(begin - region.begin) : nanoseconds::max();
    };
    bool const is_top = !thread.regions.empty() && thread.regions.back().level == level;
    nanoseconds best = is_top ? error_of(thread.regions.back()) : nanoseconds::max();
    if (best != nanoseconds::max() && thread.displaced.empty()) return false;
    std::optional<std::size_t> displaced;
    std::optional<int> outer;  // its level
    for (std::size_t i = 0; i < thread.displaced.size(); ++i)
      if (nanoseconds const error = error_of(thread.displaced[i].region); error < best) {
        best = error;
        displaced = i;
      }
    if (best == nanoseconds::max()) outer = innermost_of(thread, error_of);
    if (displaced) end_displaced(now.process, thread, *displaced, now.at, length);
    if (outer) {
      displace_above(now.process, thread, *outer, now.at);
      // They go on without it.
      for (displaced_region& each : thread.displaced)
        if (each.inside == thread.regions.back().number) each.inside = 0;
      close(now.process, thread, now.at,
            length >= no_time ? length : now.at - thread.regions.back().begin, true);
    }
    return displaced || outer;
  }

  /// The level of the innermost region that an event may mean. Looks at no more of them than may be
  /// displaced: a hostile trace has thousands, and ends that name none of them.
  template <class ErrorOf>
  static std::optional<int> innermost_of(traced_thread const& thread, ErrorOf const& error_of) {
    std::size_t looked_at = 0;
    for (auto at = thread.regions.rbegin(); at != thread.regions.rend(); ++at)
      if (looked_at++ == most_displaced)
        break;
      else if (error_of(*at) != nanoseconds::max())
        return at->level;
    return {};
  }
};

}}}  // namespace trace2::v0::read
