// Matches new sessions with children of their parents, for exports that read a trace once and in
// order.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/read/traced_process.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace trace2::program {

/// Matches a session with a child. A process with a single child gives the match at once; otherwise
/// the end of a child tells its process id.
class child_arrivals {
 public:
  /// A session that has begun.
  struct arrival {
    std::uint32_t number{};  ///< number of its process in the trace
    std::uint64_t tag{};     ///< tag of its process
    read::moment begin{};
  };

  /// The only child that the session can be; null if the match has to wait for the end of a child.
  read::open_child const* began(read::traced_process const& parent,
                                read::traced_process const& process);

  /// Calls `found(arrival)` for the sessions that have waited for the child with this process id.
  template <class Found>
  void ended(read::traced_process const& parent, int pid, Found const& found) {
    if (pid <= 0) return;
    auto const [first, last] =
        waiting_.equal_range(key{parent.number, static_cast<std::uint32_t>(pid)});
    for (auto session = first; session != last; ++session) found(session->second);
    waiting_.erase(first, last);
  }

  void forget(read::traced_process const& parent);

  /// Number of sessions that could not wait, for lack of room.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  using key = std::pair<std::uint32_t, std::uint32_t>;  ///< number of the parent, process id

  static constexpr std::size_t most_waiting = 20'000;

  std::multimap<key, arrival> waiting_;
  std::uint64_t left_out_ = 0;
};

}  // namespace trace2::program
