// The scale from ticks of a counter to nanoseconds: joined linear pieces, each steered towards the
// last reading of the system's clock. The recorder keeps the pieces, and the reader of recordings
// does the same arithmetic.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/fixed_point.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Defined for all numbers, because a damaged recording may hold absurd ones.
constexpr std::int64_t wrapping_sum(std::int64_t a, std::int64_t b) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// All clocks at one moment.
struct clock_reading {
  std::int64_t ticks{};
  std::int64_t monotonic{};  ///< nanoseconds
  std::int64_t wall{};       ///< nanoseconds since the epoch
};

/// One linear piece of the scale, valid from a moment on until the next piece begins.
struct tick_segment {
  static constexpr std::int64_t unit = fixed_point::one;

  std::int64_t from{};             ///< ticks
  std::int64_t nanoseconds{};      ///< of the monotonic clock, at `from`
  std::int64_t rate = unit;        ///< nanoseconds per tick, in fixed point
  std::int64_t wall_difference{};  ///< nanoseconds from the monotonic to the wall clock

  constexpr std::int64_t at(std::int64_t ticks) const noexcept {
    return wrapping_sum(nanoseconds, length(wrapping_sum(wrapping_sum(ticks, ~from), 1)));
  }
  /// Rounded down.
  constexpr std::int64_t length(std::int64_t ticks) const noexcept {
    return fixed_point::product(ticks, rate);
  }
  constexpr std::int64_t ticks_in(std::int64_t length) const noexcept {
    return fixed_point::ratio(length, rate);
  }
};

/// The newest pieces of a scale. Threads: one may add, any may read.
class tick_history {
 public:
  static constexpr unsigned capacity = 32;

  constexpr tick_history() noexcept = default;

  /// Number of pieces ever added.
  unsigned count() const noexcept { return count_.load_acquire(); }

  void add(tick_segment const& segment) noexcept {
    unsigned const number = count_.load_relaxed();
    slots_[number % capacity].store(segment);
    count_.store_release(number + 1);
  }

  /// Keeps only the newest piece: those before belong to another counter. Precondition: a piece was
  /// added.
  void forget_past() noexcept { oldest_.store_release(count_.load_relaxed() - 1); }

  /// Copies the piece with that number; false if it is not kept any more.
  [[gnu::noinline]] bool get(unsigned number, tick_segment& segment) const noexcept {
    unsigned const before = count();
    if (number >= before || before - number >= capacity || number < oldest_.load_acquire())
      return false;
    segment = slots_[number % capacity].load();
    // Another piece may have taken the slot meanwhile.
    return count_.load_relaxed() - number < capacity;
  }

  /// The piece that the moment belongs to; the oldest kept one for older moments. Constant time for
  /// the present.
  tick_segment find(std::int64_t ticks) const noexcept { return find_period(ticks).piece; }

  /// A piece with its length, valid while the history has `count` pieces.
  struct period {
    tick_segment piece{};
    std::uint64_t length = 0;  ///< ticks; 0 of a piece for older moments
    unsigned number = 0;       ///< of the piece
    unsigned count = 0;

    bool covers(std::int64_t ticks) const noexcept { return since_begin(ticks) < length; }
    /// Beyond all lengths for a moment before.
    std::uint64_t since_begin(std::int64_t ticks) const noexcept {
      return static_cast<std::uint64_t>(ticks) - static_cast<std::uint64_t>(piece.from);
    }
  };
  [[gnu::noinline]] period find_period(std::int64_t ticks) const noexcept {
    for (;;) {
      period result{.count = count()};
      std::int64_t end = INT64_MAX;
      tick_segment earlier;
      unsigned number = result.count;
      for (; number > 0 && get(number - 1, earlier); --number) {
        if (number != result.count) end = result.piece.from;
        result.piece = earlier;
        result.number = number - 1;
        if (earlier.from > ticks) continue;
        result.length = result.since_begin(end);
        return result;
      }
      if (number != result.count || result.count == 0) return result;
    }
  }

 private:
  class slot {
   public:
    // A thread that sees one of these stores also sees the count before it, so that `get` notices
    // that the slot has another piece.
    void store(tick_segment const& segment) noexcept {
      from_.store_release(segment.from);
      nanoseconds_.store_release(segment.nanoseconds);
      rate_.store_release(segment.rate);
      wall_difference_.store_release(segment.wall_difference);
    }
    tick_segment load() const noexcept {
      return {from_.load_acquire(), nanoseconds_.load_acquire(), rate_.load_acquire(),
              wall_difference_.load_acquire()};
    }

   private:
    atomic<std::int64_t> from_{0};
    atomic<std::int64_t> nanoseconds_{0};
    atomic<std::int64_t> rate_{tick_segment::unit};
    atomic<std::int64_t> wall_difference_{0};
  };

  slot slots_[capacity]{};
  atomic<unsigned> count_{0};
  atomic<unsigned> oldest_{0};  ///< number of a piece
};

/// Steers a scale, by pure arithmetic on successive readings of the clocks, and adds its pieces to
/// a history.
///
/// The scale is continuous and never runs backwards, with one exception: it jumps when its error is
/// more than `largest_slewed`, as after the machine has slept or moved. Readings are due after
/// 1 ms, 2 ms, 4 ms … and then every second.
class tick_steering {
 public:
  static constexpr std::int64_t tolerated = 200;             ///< nanoseconds
  static constexpr std::int64_t tolerated_of_wall = 1000;    ///< nanoseconds
  static constexpr std::int64_t largest_slewed = 1'000'000;  ///< nanoseconds
  static constexpr std::int64_t first_pause = 1'000'000;     ///< nanoseconds
  static constexpr std::int64_t longest_pause = 1'000'000'000;
  /// A new piece begins this many nanoseconds after now: a thread that has read the counter, but
  /// not yet looked for the piece of that moment, finds the right one.
  static constexpr std::int64_t lead = 100'000;

  constexpr explicit tick_steering(tick_history& pieces) noexcept : pieces_{pieces} {}

  /// Begins anew, with two readings that lie some microseconds apart, or with one and a known rate.
  void begin(clock_reading const& first, clock_reading const& second) noexcept {
    young_ = old_ = first;
    go_on({second.ticks, second.monotonic, rate_since(first, second),
           second.wall - second.monotonic});
    plan(second, first_pause);
  }
  void begin(clock_reading const& first, std::int64_t rate) noexcept {
    young_ = old_ = first;
    go_on({first.ticks, first.monotonic, rate, first.wall - first.monotonic});
    plan(first, longest_pause);
  }

  /// The newest piece, which may begin soon.
  constexpr tick_segment const& current() const noexcept { return current_; }
  /// The moment of the last reading, and the pause until the next one is due, in ticks. A reading
  /// is also due when the counter has gone backwards.
  constexpr std::int64_t looked() const noexcept { return looked_; }
  constexpr std::int64_t pause() const noexcept { return pause_; }

  /// Takes a further reading.
  void correct(clock_reading const& now) noexcept {
    std::int64_t const error = now.monotonic - current_.at(now.ticks);
    if (exceeds(error, largest_slewed)) return begin(now, current_.rate);
    std::int64_t const rate = rate_since(old_, now);
    std::int64_t const pause = 2 * current_.length(pause_);
    plan(now, pause < longest_pause ? pause : longest_pause);
    age(now);
    std::int64_t const difference = now.wall - now.monotonic;
    // As long as readings follow each other quickly, each gives a better rate than the one before.
    if (pause < longest_pause || exceeds(error, tolerated))
      steer(now, rate, difference);
    else if (exceeds(difference - current_.wall_difference, tolerated_of_wall))
      go_on({now.ticks, current_.at(now.ticks), current_.rate, difference});
  }

 private:
  static constexpr std::int64_t baseline = 16'000'000'000;

  static constexpr std::int64_t rate_since(clock_reading const& a,
                                           clock_reading const& b) noexcept {
    std::int64_t const ticks = b.ticks - a.ticks;
    if (ticks <= 0 || b.monotonic <= a.monotonic) return tick_segment::unit;
    return fixed_point::ratio(b.monotonic - a.monotonic, ticks);
  }

  static constexpr bool exceeds(std::int64_t value, std::int64_t limit) noexcept {
    return value > limit || value < -limit;
  }

  /// Adds two pieces. The first leads from the current piece to the value that the system's clock
  /// will have when it is read next. The second goes on at the true rate, in case nobody reads the
  /// clock then.
  void steer(clock_reading const& now, std::int64_t rate, std::int64_t difference) noexcept {
    if (!exceeds(difference - current_.wall_difference, tolerated_of_wall))
      difference = current_.wall_difference;
    std::int64_t const from = now.ticks + current_.ticks_in(lead);
    std::int64_t const goal = now.ticks + pause_;
    std::int64_t const joint = current_.at(from);
    std::int64_t const truth = tick_segment{now.ticks, now.monotonic, rate, difference}.at(goal);
    std::int64_t const straight = fixed_point::ratio(truth - joint, goal - from);
    std::int64_t const most = rate / 512;
    std::int64_t const steered = straight > rate + most   ? rate + most
                                 : straight < rate - most ? rate - most
                                                          : straight;
    go_on({from, joint, steered, difference});
    go_on({goal, current_.at(goal), rate, difference});
  }

  [[gnu::noinline]] void go_on(tick_segment const& piece) noexcept {
    current_ = piece;
    pieces_.add(piece);
  }

  constexpr void plan(clock_reading const& now, std::int64_t pause) noexcept {
    looked_ = now.ticks;
    pause_ = current_.ticks_in(pause);
  }

  /// Keeps `old_`, from which the rate is measured, between one and two `baseline`s old.
  constexpr void age(clock_reading const& now) noexcept {
    if (now.monotonic - young_.monotonic < baseline) return;
    old_ = young_;
    young_ = now;
  }

  tick_history& pieces_;
  tick_segment current_{};
  clock_reading old_{};
  clock_reading young_{};
  std::int64_t looked_ = 0;
  std::int64_t pause_ = 0;
};

}}}  // namespace trace2::v0::detail
