// Tells how long a thread waits for each of its children.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

namespace trace2 { inline namespace v0 { namespace read {

/// The children that a thread may be waiting for. No event says so; two rules guess it.
/// - A thread waits while a child runs that has begun directly in the innermost open region; among
///   several of them it waits for the latest one.
/// - A thread that collects a child has waited for it since its own event before, in whichever
///   region it now is, unless the first rule tells of another child. So a child is also waited for
///   that outlives the region in which it began.
/// In between, while a further region is open and after the region of its beginning, nothing is
/// known, and the thread doesn't count as waiting. No time counts twice.
///
/// Memory: proportional to the children that run.
class child_waits {
 public:
  /// The time in which the thread has waited for the child with a tag; 0 if it has not waited.
  struct wait {
    std::uint64_t tag{};
    moment since{};
    nanoseconds time{};
  };

  /// Accounts for the time up to a moment, inside `depth` regions, which may be a wait. Comes
  /// before anything begins or ends at this moment.
  wait settle(std::size_t depth, moment at) {
    if (running_.empty()) return {};
    moment const since = since_;
    since_ = std::max(since_, at);
    running_child const& latest = running_.rbegin()->second;
    if (latest.depth != depth || at <= since) return {};
    return {latest.tag, since, at - since};
  }

  bool is_any_running() const noexcept { return !running_.empty(); }

  /// Leaves out the time up to a moment: the thread was busy with a task.
  void skip(moment at) noexcept {
    if (!running_.empty()) since_ = std::max(since_, at);
  }

  /// A child begins inside `depth` regions. Its number is larger than that of all others, its tag
  /// the visitor's.
  void begin(std::uint64_t number, std::uint64_t tag, std::size_t depth, moment at) {
    running_.emplace_hint(running_.end(), number, running_child{tag, depth});
    since_ = std::max(since_, at);
  }

  /// A child ends inside `depth` regions, and its thread has collected it: the thread's own event
  /// before was at `before`. If another thread has, `before` is `at`.
  wait end(std::uint64_t number, std::uint64_t tag, std::size_t depth, moment before, moment at) {
    bool const is_known = !running_.empty() && running_.rbegin()->second.depth == depth;
    moment const since = std::max(since_, before);
    wait const current = settle(depth, at);
    running_.erase(number);
    if (is_known || since >= at) return current;
    since_ = at;
    return {tag, since, at - since};
  }

  /// A child ends while its thread is busy with a task.
  void forget(std::uint64_t number) { running_.erase(number); }

  /// A region has ended: `depth` others are open around it.
  void leave_to(std::size_t depth) {
    while (!running_.empty() && running_.rbegin()->second.depth > depth)
      running_.erase(std::prev(running_.end()));
  }

 private:
  struct running_child {
    std::uint64_t tag;
    std::size_t depth;
  };

  std::map<std::uint64_t, running_child> running_;  ///< by number; depths never decrease
  moment since_ = moment::min();
};

}}}  // namespace trace2::v0::read
