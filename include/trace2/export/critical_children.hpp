// Tells which of the children that ran at once a thread has waited for.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/last_ended.hpp>
#include <trace2/export/time_share.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

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
  explicit critical_children(read::model const& trace) : trace_{trace} {
    divide_all(&read::child_node::region, &read::child_node::waited, times_);
    divide_all(&read::child_node::end_region, &read::child_node::waited_at_end, times_at_end_);
  }

  /// The time that a child of the model is waited for in the region of its start, or at its end in
  /// another one.
  std::int64_t time_of(read::child_node const& child, bool is_at_end) const noexcept {
    std::vector<std::int64_t> const& times = is_at_end ? times_at_end_ : times_;
    return times[static_cast<std::size_t>(&child - trace_.children.data())];
  }

  /// Whether a child is waited for in at least three quarters of its time, and not much longer.
  bool was_mostly_waited_for(read::child_node const& child) const noexcept {
    std::int64_t const duration = read::saturating_add(end_of(child), -child.begin);
    std::int64_t const margin = duration / 4;
    std::int64_t const waited = read::saturating_add(time_of(child, false), time_of(child, true));
    return waited >= duration - margin && waited - margin <= duration;
  }

 private:
  /// Divides the waits in the same region for children that ran at once.
  void divide_all(read::node_index read::child_node::*region,
                  std::int64_t read::child_node::*waited, std::vector<std::int64_t>& times) {
    times.reserve(trace_.children.size());
    for (read::child_node const& child : trace_.children) times.push_back(child.*waited);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (trace_.children[i].*region != read::no_node) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      read::child_node const& left = trace_.children[a];
      read::child_node const& right = trace_.children[b];
      if (left.*region != right.*region) return left.*region < right.*region;
      if (left.begin != right.begin) return left.begin < right.begin;
      if (end_of(left) != end_of(right)) return end_of(left) > end_of(right);
      return a < b;
    });
    std::vector<time_span> at_once;
    std::int64_t end = 0;
    for (std::size_t const index : order) {
      read::child_node const& child = trace_.children[index];
      bool const is_new = at_once.empty() || child.begin >= end ||
                          child.*region != trace_.children[at_once.front().index].*region;
      if (is_new) {
        divide(at_once, times);
        at_once.clear();
        end = end_of(child);
      }
      at_once.push_back({index, child.begin, end_of(child)});
      end = std::max(end, end_of(child));
    }
    divide(at_once, times);
  }

  std::int64_t end_of(read::child_node const& child) const noexcept {
    if (child.duration >= 0) return read::saturating_add(child.begin, child.duration);
    return std::max(child.begin, trace_.processes[child.process].end);
  }

  /// Whether each of the children ends before those that were started earlier and still run.
  static bool are_nested(std::vector<time_span> const& by_begin) {
    std::vector<std::int64_t> ends;
    for (time_span const& one : by_begin) {
      while (!ends.empty() && ends.back() <= one.begin) ends.pop_back();
      if (!ends.empty() && one.end > ends.back()) return false;
      ends.push_back(one.end);
    }
    return true;
  }

  static void divide(std::vector<time_span> const& by_begin, std::vector<std::int64_t>& times) {
    if (by_begin.size() < 2 || are_nested(by_begin)) return;
    std::int64_t wait = 0;
    std::int64_t end = by_begin.front().end;
    for (time_span const& one : by_begin) {
      end = std::max(end, one.end);
      wait = read::saturating_add(wait, times[one.index]);
      times[one.index] = 0;
    }
    time_share shares{wait, end - by_begin.front().begin};
    follow_last_ended(by_begin, [&](std::size_t child, std::int64_t from, std::int64_t to) {
      times[child] = read::saturating_add(times[child], shares.next(to - from));
    });
  }

  read::model const& trace_;
  // By child: in the region of its start, and at its end in another one.
  std::vector<std::int64_t> times_;
  std::vector<std::int64_t> times_at_end_;
};

}}}  // namespace trace2::v0::exporter
