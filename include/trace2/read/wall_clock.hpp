// The wall clock as a process sees it: somebody may set it while the process runs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// A setting of the wall clock. Moments are those of the process, on which it has no effect.
struct clock_step {
  nanoseconds size{};  ///< by which the clock was put forward
  moment since{};      ///< the last moment that was surely before it
  moment until{};      ///< the first moment that was surely behind it

  /// True if another process tells of the same one.
  bool is_same(clock_step const& other) const noexcept {
    constexpr nanoseconds second{1'000'000'000};
    nanoseconds const error = second / 20 + abs(size) / 100;
    return abs(size - other.size) <= error && since <= other.until + second &&
           other.since <= until + second;
  }

  /// "+5 s", "-0.25 s"
  std::string size_text() const {
    char text[48];
    int length = std::snprintf(text, sizeof text, "%+.3f", seconds_of(size));
    while (length > 0 && text[length - 1] == '0') --length;
    if (length > 0 && (text[length - 1] == '.' || text[length - 1] == ',')) --length;
    return std::string(text, static_cast<std::size_t>(length)) + " s";
  }
};

/// Translates times of the wall clock into moments of a process, which go on evenly. The process's
/// own clock shows when the wall clock was set: `tie` for lines with both times is exact; `suspect`
/// and `hold` are for lines in between, until the next tie.
class wall_clock {
 public:
  /// A smaller step may be the delay between reading two clocks.
  static constexpr nanoseconds least_step{50'000'000};

  /// The moment of a time of the wall clock.
  moment moment_of(moment wall) const noexcept {
    return is_odd_ ? bounded_moment(wall - ahead_) : wall;
  }
  bool is_set() const noexcept { return ahead_ != no_time; }
  /// True if a line has told when the process began.
  bool is_tied() const noexcept { return is_tied_; }

  /// A process begins at a time of the wall clock, while its parent runs or afterwards.
  void inherit(wall_clock const& parent, bool has_parent_ended, moment wall) noexcept {
    moment const at = parent.moment_of(wall);
    moment const otherwise = bounded_moment(wall - parent.before_);
    bool const is_before = at < parent.since_ || (has_parent_ended && otherwise <= parent.since_);
    ahead_ = tied_ahead_ = before_ = is_before ? parent.before_ : parent.ahead_;
    is_odd_ = true;
  }

  /// A line tells the beginning of the process, which may have been a while before.
  void begin() noexcept { is_tied_ = is_rough_ = true; }

  /// A line tells both times: `origin` is the moment at which the process's own clock began by the
  /// lines before. Returns what it is by this line.
  moment tie(moment origin, moment wall, nanoseconds elapsed) noexcept {
    if (moment const told = bounded_moment(wall - elapsed);
        !is_odd_ && abs(told - origin) <= least_step) [[likely]] {
      is_tied_ = true;
      is_rough_ = is_held_ = false;
      elapsed_ = elapsed;
      return told;
    }
    return tie_odd(origin, wall, elapsed);
  }
  [[gnu::noinline]] moment tie_odd(moment origin, moment wall, nanoseconds elapsed) noexcept {
    nanoseconds const before = ahead_;
    moment told = bounded_moment(wall - tied_ahead_ - elapsed);
    if (is_tied_) {
      // The rates of two clocks differ a little.
      nanoseconds const drift = abs(elapsed - elapsed_) / 1'000;
      nanoseconds const size = bounded(told - origin);
      bool const is_step = std::exchange(is_rough_, false) ? is_step_behind_begin(size)
                                                           : abs(size) > least_step + drift;
      if (is_step) told = origin;
      ahead_ = bounded(tied_ahead_ + (is_step ? size : no_time));
      if (is_step || has_pending_ || before != ahead_) [[unlikely]]
        note(origin, elapsed, is_step ? size : no_time, before);
      tied_ahead_ = ahead_;
    }
    is_tied_ = true;
    is_held_ = false;
    elapsed_ = elapsed;
    return told;
  }

  /// A measured time says that a line with a time of the wall clock was written at this moment.
  /// True if the wall clock was most likely set before.
  bool suspect(moment wall, moment at, nanoseconds length) noexcept {
    nanoseconds const size = moment_of(wall) - at;
    if (abs(size) <= 2 * least_step) [[likely]]
      return false;
    if (!is_tied_ || abs(size) <= 2 * least_step + length / 1'000) return false;
    is_held_ = false;
    set(wall, at);
    return true;
  }

  /// A thread is never earlier than its line before: returns the moment of a line.
  moment hold(moment wall, moment last) noexcept {
    if (!is_odd_ && wall >= last - least_step) [[likely]]
      return wall;
    return hold_odd(wall, last);
  }
  [[gnu::noinline]] moment hold_odd(moment wall, moment last) noexcept {
    // A single line may come out of order.
    if (is_held_ && bounded_moment(wall - tied_ahead_) >= last) [[unlikely]] {
      is_held_ = false;
      ahead_ = tied_ahead_;
    }
    moment const at = moment_of(wall);
    if (at >= last - least_step || !is_tied_) [[likely]]
      return at;
    is_held_ = true;
    set(wall, last);
    return moment_of(wall);
  }

  /// A step that further lines have confirmed; of size 0 if there is none. Told once.
  clock_step take_step() noexcept { return std::exchange(told_, {}); }
  /// The same at the end of the process: no line follows that could confirm it.
  clock_step take_last_step() noexcept {
    if (has_pending_ && abs(pending_.size) >= surely) return std::exchange(pending_, {});
    return take_step();
  }
  /// By how much a measured time has contradicted the wall clock, which was not set; 0 if none has.
  /// Told once.
  nanoseconds take_contradiction() noexcept { return std::exchange(contradiction_, no_time); }
  /// True if the wall clock may ever have been set: without, there is nothing to take or to
  /// inherit.
  bool is_odd() const noexcept { return is_odd_; }
  /// True if there is something to take.
  bool has_news() const noexcept { return told_.size != no_time || contradiction_ != no_time; }

 private:
  static constexpr nanoseconds surely{1'000'000'000};  ///< no delay lasts so long

  static constexpr nanoseconds bounded(nanoseconds length) noexcept {
    return fine_duration{length}.in_nanoseconds();
  }

  /// How long before its first line a process has begun is unknown, unless a line between
  /// contradicts the wall clock.
  bool is_step_behind_begin(nanoseconds size) const noexcept {
    bool const is_back = size < no_time;
    bool const is_seen = ahead_ - tied_ahead_ < -surely;
    return abs(size) > surely && (!is_back || is_seen);
  }

  void set(moment wall, moment at) noexcept {
    ahead_ = bounded(wall - at);
    is_odd_ = true;
  }

  void note(moment origin, nanoseconds elapsed, nanoseconds size, nanoseconds before) noexcept {
    is_odd_ = true;
    if (has_pending_) {
      has_pending_ = false;
      // A process may be held up between reading its two clocks, for a single line.
      bool const is_back = abs(pending_.size + size) <= least_step;
      if (is_back) {
        since_ = moment::min();
        return;
      }
      told_ = pending_;
    }
    if (size == no_time) {
      contradiction_ = is_held_ ? no_time : before - ahead_;
      return;
    }
    before_ = tied_ahead_;
    since_ = origin + elapsed_;
    pending_ = {size, since_, origin + elapsed};
    has_pending_ = true;
  }

  nanoseconds ahead_{};           ///< of the wall clock's times before the moments of the process
  nanoseconds tied_ahead_{};      ///< at the latest tie
  nanoseconds before_{};          ///< before the latest step
  moment since_ = moment::min();  ///< the last moment before the latest step
  nanoseconds elapsed_{};         ///< at the latest tie
  bool is_tied_ = false;
  bool is_odd_ = false;
  bool is_rough_ = false;     ///< tied by the first line of the process
  bool is_held_ = false;      ///< `ahead_` is what `hold` has guessed
  bool has_pending_ = false;  ///< a step that no further line has confirmed
  clock_step pending_{};
  clock_step told_{};
  nanoseconds contradiction_{};
};

}}}  // namespace trace2::v0::read
