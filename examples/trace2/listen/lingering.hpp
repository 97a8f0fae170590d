// Commands that have finished, but whose forks may still write under the same session id.
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "listen/readiness.hpp"

namespace trace2::program::listening {

/// Git lets some of its commands go on in the background, after the `atexit` of their beginning.
/// Memory: that of a limited number of session ids.
class lingering {
 public:
  using clock = std::chrono::steady_clock;

  void add(std::string sid, bool is_chosen, clock::time_point now);

  bool has(std::string const& sid) const { return known_.count(sid) != 0; }

  /// Takes a command out; tells whether it is chosen, or nothing if it isn't there.
  std::optional<bool> take(std::string const& sid);

  /// Takes those out that have been here for long enough, if not `goes_on(sid)`, and calls
  /// `finish(sid, is_chosen)`.
  template <class GoesOn, class Finish>
  void take_due(clock::time_point now, GoesOn const& goes_on, Finish const& finish) {
    while (!order_.empty() && (order_.front().first <= now || order_.size() > most)) {
      std::string const sid = std::move(order_.front().second);
      order_.pop_front();
      auto const found = known_.find(sid);
      if (found == known_.end()) continue;
      if (order_.size() < most && now < found->second.end && goes_on(sid))
        order_.emplace_back(now + patience, sid);
      else
        finish(sid, *take(sid));
    }
  }

  /// Milliseconds until `take_due` may find one; negative when there is none.
  int wait(clock::time_point now) const;

 private:
  static constexpr std::chrono::seconds patience{5};
  static constexpr std::size_t most = 10'000;
  /// A connection may stay open for ever: other programs inherit it.
  static constexpr std::chrono::minutes longest{5};

  struct command {
    bool is_chosen;
    clock::time_point end;
  };

  std::unordered_map<std::string, command, read::table_hash> known_;  ///< by session id
  std::deque<std::pair<clock::time_point, std::string>> order_;  ///< some are taken out already
};

}  // namespace trace2::program::listening
