// Limits on the time that a destination may take from the program when it is slow or fails. Plain
// arithmetic on the nanoseconds of a monotonic clock; no class waits, locks or calls the system.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// The time for which a slow reader may hold the program: 40 ms in a call from the first wait on,
/// and altogether at most a second more than the program has run between the waits. So a reader
/// that keeps up gets every line, and one that doesn't at most doubles the program's time. After a
/// wait in vain the reader gets no time until it reads again.
class wait_budget {
 public:
  static constexpr std::int64_t most_in_a_call = 40'000'000;
  static constexpr std::int64_t most = 1'000'000'000;

  void start_call() noexcept { has_waited_ = false; }

  /// The time that is left for a wait which begins now. Attempts to write that fail between two
  /// waits take time from the call as well.
  std::int64_t left(std::int64_t now) noexcept {
    if (lost_) return 0;
    if (!has_waited_) call_end_ = now + most_in_a_call;
    has_waited_ = true;
    credit_ += now - updated_;
    if (credit_ > most) credit_ = most;
    updated_ = now;
    std::int64_t const call = call_end_ - now;
    return credit_ < call ? credit_ : call;
  }

  void waited(std::int64_t from, std::int64_t until, bool in_vain) noexcept {
    credit_ -= until - from;
    updated_ = until;
    lost_ = in_vain;
  }

  void restore() noexcept { lost_ = false; }

 private:
  std::int64_t credit_ = most;
  std::int64_t call_end_ = 0;
  std::int64_t updated_ = 0;
  bool has_waited_ = false;  ///< in this call
  bool lost_ = false;
};

/// The pause after a failure. Long attempts, such as writes to a full disk, take at most an eighth
/// of the time that goes by; attempts that cost next to nothing are not put off.
class write_pause {
 public:
  static constexpr std::int64_t negligible = 1'000'000;
  static constexpr std::int64_t longest = 250'000'000;
  static constexpr std::int64_t share = 8;

  bool is_over(std::int64_t now) const noexcept { return now >= until_; }

  void failed(std::int64_t from, std::int64_t until) noexcept {
    std::int64_t const pause = (until - from) * share;
    until_ = until - from <= negligible ? 0 : until + (pause < longest ? pause : longest);
  }

 private:
  std::int64_t until_ = 0;
};

/// The pause before the next connection: none after a connection that has lasted a second,
/// otherwise pauses that double from 10 ms to 10 s.
class reconnect_pause {
 public:
  static constexpr std::int64_t shortest = 10'000'000;
  static constexpr std::int64_t longest = 10'000'000'000;
  static constexpr std::int64_t lasting = 1'000'000'000;

  /// True if the next attempt is due; the pause after it then begins.
  bool is_due(std::int64_t now) noexcept {
    if (now < next_) return false;
    next_ = now + pause_;
    pause_ = 2 * pause_ < longest ? 2 * pause_ : longest;
    return true;
  }

  void connected(std::int64_t now) noexcept { since_ = now; }

  void lost(std::int64_t now) noexcept {
    if (now - since_ >= lasting) *this = {};
  }

 private:
  std::int64_t next_ = 0;
  std::int64_t pause_ = shortest;
  std::int64_t since_ = 0;
};

}}}  // namespace trace2::v0::detail
