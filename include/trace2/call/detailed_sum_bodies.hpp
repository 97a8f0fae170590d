// What the feature `detailed_sums` does for phases and timers. Their bodies are in
// verb/detailed_sums.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/call_site.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

namespace event {
enum class sum_of;
}

namespace detail {

class call_context;
struct sum_definition;
class sum_snapshot;
struct timer_sum;

class detailed_sum_bodies {
 public:
  // Phases. std::free ends a snapshot.
  /// Null when there is no room.
  virtual sum_snapshot* begin_phase(sum_scope) const noexcept = 0;
  /// Shows what was summed up since the snapshot, and returns the snapshot that a further phase
  /// begins with; null without a further one.
  virtual sum_snapshot* end_phase(sum_snapshot* since, bool goes_on, text category, text name,
                                  call_site) const noexcept = 0;

  // For the session: timers that keep the lengths of their intervals.
  /// False when memory ran out.
  virtual bool make_room(timer_sum&) const noexcept = 0;
  /// Shows them, behind the sums.
  virtual void publish_lengths(call_context const&, sum_definition const&, timer_sum const&,
                               event::sum_of whose) const noexcept = 0;

 protected:
  ~detailed_sum_bodies() = default;
};

}  // namespace detail
}}  // namespace trace2::v0
