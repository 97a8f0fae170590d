// Matches new sessions with children of their parents, for exports that read a trace once and in
// order.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Matches a session with a child. A process with a single child gives the match at once; otherwise
/// the end of a child tells its process id.
class child_arrivals {
 public:
  /// A session that has begun.
  struct arrival {
    std::uint32_t number{};  ///< number of its process in the trace
    std::uint32_t pid{};
    std::uint64_t tag{};  ///< tag of its process
    std::int64_t begin{};
  };

  /// The only child that the session can be; null if the match has to wait for the end of a child.
  read::open_child const* began(read::traced_process const& parent,
                                read::traced_process const& process) {
    if (parent.children.size() == 1) return &parent.children.front();
    auto& waiting = waiting_[parent.number];
    if (parent.children.empty() || process.pid() == 0) return nullptr;
    if (waiting_count_ < most_waiting) {
      ++waiting_count_;
      waiting.push_back({process.number, process.pid(), process.tag, process.begin});
    } else {
      ++left_out_;
    }
    return nullptr;
  }

  /// Calls `found(arrival)` for the sessions that have waited for the child with this process id.
  template <class Found>
  void ended(read::traced_process const& parent, int pid, Found const& found) {
    auto const waiting = waiting_.find(parent.number);
    if (waiting == waiting_.end() || pid <= 0) return;
    waiting_count_ -= std::erase_if(waiting->second, [&](arrival const& session) {
      bool const is_it = session.pid == static_cast<std::uint32_t>(pid);
      if (is_it) found(session);
      return is_it;
    });
  }

  void forget(read::traced_process const& parent) {
    auto const waiting = waiting_.find(parent.number);
    if (waiting == waiting_.end()) return;
    waiting_count_ -= waiting->second.size();
    waiting_.erase(waiting);
  }

  /// Number of sessions that could not wait, for lack of room.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::size_t most_waiting = 20'000;

  std::size_t waiting_count_ = 0;
  std::uint64_t left_out_ = 0;

  std::unordered_map<std::uint32_t, std::vector<arrival>> waiting_;  ///< by number of the parent
};

}}}  // namespace trace2::v0::exporter
