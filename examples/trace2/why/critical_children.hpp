// Tells which of the children that ran at once a thread has waited for.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/model.hpp"
#include "why/last_ended.hpp"

namespace trace2::program {

/// The waits of a model's threads, divided among their children as the critical path goes.
///
/// The model divides them by the order of starts: of several children at once, the latest counts.
/// This is right where children nest, as a helper that runs while a server waits for its input.
/// Workers of a pool don't nest: one that began earlier ends while a later one goes on. Of such
/// children the one that ended last was waited for, before its start the one that ended last by
/// then, and so on; in the time between two of them the one that went on for longest. In each
/// region all of them together keep the time that the model gives them: in that of their starts,
/// and in another one in which they are collected.
///
/// Takes n log n time in the children.
class critical_children {
 public:
  explicit critical_children(model const& trace);

  /// The time that a child of the model is waited for in the region of its start, or at its end in
  /// another one.
  read::nanoseconds time_of(child_node const& child, bool is_at_end) const noexcept;

  /// The part of its time in which a child of a pool is waited for; of other children nothing,
  /// since the model knows their waits.
  time_span const* pooled(child_node const& child) const noexcept;

  /// True if a child is waited for in at least three quarters of its time, and not much longer.
  bool was_mostly_waited_for(child_node const& child) const noexcept;

 private:
  /// Divides the waits in the same region for children that ran at once.
  void divide_all(node_index child_node::*region, read::nanoseconds child_node::*waited,
                  std::vector<read::nanoseconds>& times);

  read::moment end_of(child_node const& child) const noexcept;

  /// True if each of the children ends before those that were started earlier and still run.
  static bool are_nested(std::vector<time_span> const& by_begin);

  void divide(std::vector<time_span> const& by_begin, std::vector<read::nanoseconds>& times);

  model const& trace_;
  std::unordered_map<std::size_t, time_span> pooled_;  ///< by child
  // By child: in the region of its start, and at its end in another one.
  std::vector<read::nanoseconds> times_;
  std::vector<read::nanoseconds> times_at_end_;
};

}  // namespace trace2::program
