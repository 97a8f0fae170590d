// Tells how long a thread waits for each of its children.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

namespace trace2 { inline namespace v0 { namespace read {

/// The children that a thread may be waiting for. No event says so. A thread counts as waiting
/// while a child runs that has begun directly in the innermost open region; among several of them
/// it waits for the latest one. It does not wait while a further region is open, nor after the
/// region has ended in which the child began. So no time counts twice.
///
/// Memory: proportional to the children that run.
class child_waits {
 public:
  /// Accounts for the time up to a moment, inside `depth` regions: calls `account(tag, since,
  /// time)` for the child that was waited for. Comes before anything begins or ends at this moment.
  template <class Account>
  void settle(std::size_t depth, std::int64_t at, Account const& account) {
    if (running_.empty()) return;
    std::int64_t const since = since_;
    since_ = std::max(since_, at);
    running_child const& latest = running_.rbegin()->second;
    if (latest.depth == depth && at > since) account(latest.tag, since, at - since);
  }

  /// A child begins inside `depth` regions. Its number is larger than that of all others, its tag
  /// the visitor's.
  void begin(std::uint64_t number, std::uint64_t tag, std::size_t depth, std::int64_t at) {
    running_.emplace_hint(running_.end(), number, running_child{tag, depth});
    since_ = std::max(since_, at);
  }

  void end(std::uint64_t number) { running_.erase(number); }

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
  std::int64_t since_ = INT64_MIN;
};

}}}  // namespace trace2::v0::read
