// The clock of the writer: one reading of a counter per event, in ticks. The time since the start
// and the wall-clock time both follow from that reading, so that all targets agree and time stamps
// never run backwards against durations. Ticks come from the processor's counter if it is
// invariant; else they are nanoseconds of the monotonic clock.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/system_clock.hpp>
#include <trace2/detail/time/tick_counter.hpp>
#include <trace2/detail/time/tick_scale.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// A source of time that a test puts in place of the system's clocks (testing::fake_clock). Its
/// ticks are its nanoseconds.
struct clock_source {
  virtual std::int64_t monotonic_nanoseconds() noexcept = 0;
  virtual std::int64_t wall_nanoseconds() noexcept = 0;

 protected:
  ~clock_source() = default;
};

/// The time of events. Its error against CLOCK_MONOTONIC is below 50 ppm of 10 s, in fact some
/// hundred nanoseconds. When somebody sets the wall clock, it follows within a second. The order of
/// readings is exact within a thread, and between threads as good as that of the kernel's clock.
///
/// Threads: any, also in a signal handler; `start_clock` or `replace` comes before everything else.
class clock {
 public:
  static bool has_started() noexcept { return has_started_.load_acquire(); }

  /// Reads the counter, or else the system's monotonic clock, from now on. False if another thread
  /// is about to do so. Called by `start_clock`.
  [[gnu::noinline]] static bool start(bool with_counter) noexcept {
    if (!correction_.try_lock()) return false;
    if (!has_started()) {
      is_counter_.store_relaxed(with_counter);
      begin();
      has_started_.store_release(true);
    }
    correction_.unlock();
    return true;
  }

  /// Takes the time from `source` from now on; null: from the system's clocks again.
  static void replace(clock_source* source) noexcept {
    bool const is_other = replacement_.exchange(source) != source || has_counter();
    is_counter_.store_relaxed(false);
    begin();
    // The ticks of another clock mean nothing to this one.
    if (is_other) history_.forget_past();
    has_started_.store_release(true);
  }

  /// Now, in ticks.
  static std::int64_t now() noexcept {
    if (is_counter_.load_relaxed()) [[likely]]
      return tick_counter::read();
    return system_monotonic();
  }

  /// True if ticks come from the processor's counter.
  static bool has_counter() noexcept { return is_counter_.load_relaxed(); }

  /// Nanoseconds of the monotonic clock at a moment that `now` has returned.
  static std::int64_t nanoseconds(std::int64_t ticks) noexcept {
    return is_present(ticks) ? present_.piece.at(ticks) : past(ticks).at(ticks);
  }

  /// The moment in microseconds: durations are differences of these (R-TIME-05).
  [[gnu::noinline]] static std::int64_t microseconds(std::int64_t ticks) noexcept {
    return nanoseconds(ticks) / 1000;
  }

  /// A number of ticks as nanoseconds.
  [[gnu::noinline]] static std::int64_t duration(std::int64_t ticks) noexcept {
    return history_.find(now()).length(ticks);
  }

  /// A length of time from now on, in ticks.
  static std::int64_t ticks_in(std::int64_t nanoseconds) noexcept {
    return history_.find(now()).ticks_in(nanoseconds);
  }

  /// A moment in the units of lines.
  struct reading {
    std::int64_t monotonic;  ///< microseconds of the monotonic clock
    std::int64_t wall;       ///< microseconds since the epoch
  };
  /// The moment that `now` has just returned.
  static reading convert(std::int64_t ticks) noexcept {
    keep(ticks);
    tick_segment const& segment = present(ticks);
    std::int64_t const nanoseconds = segment.at(ticks);
    return {nanoseconds / 1000, (nanoseconds + segment.wall_difference) / 1000};
  }
  static std::int64_t wall_microseconds(std::int64_t ticks) noexcept { return convert(ticks).wall; }

  /// Reads the system's clocks when that is due. To be called with every event, or as often as
  /// `time_to_keep` says.
  static void keep(std::int64_t ticks) noexcept {
    // Unsigned: a counter that has gone backwards is due as well.
    if (static_cast<std::uint64_t>(ticks - looked_.load_relaxed()) >=
        static_cast<std::uint64_t>(pause_.load_relaxed())) [[unlikely]]
      correct();
  }
  /// The number of ticks, from a moment on, for which `keep` has nothing to do.
  static std::int64_t time_to_keep(std::int64_t ticks) noexcept {
    return looked_.load_relaxed() + pause_.load_relaxed() - ticks;
  }

  /// When the system's clocks were read last, in ticks: at most a second ago while events come.
  static std::int64_t last_look() noexcept { return looked_.load_relaxed(); }

  /// The pieces of the scale, which the recorder keeps.
  static tick_history const& history() noexcept { return history_; }

 private:
  /// The piece that a moment just past belongs to: nearly always the piece that the thread used
  /// last.
  static tick_segment const& present(std::int64_t ticks) noexcept {
    if (!is_present(ticks)) [[unlikely]]
      look_up(ticks);
    return present_.piece;
  }
  static bool is_present(std::int64_t ticks) noexcept {
    return present_.covers(ticks) && present_.count == history_.count();
  }
  [[gnu::noinline, gnu::cold]] static void look_up(std::int64_t ticks) noexcept {
    present_ = history_.find_period(ticks);
  }
  [[gnu::noinline, gnu::cold]] static tick_segment past(std::int64_t ticks) noexcept {
    return history_.find(ticks);
  }

  /// Nanoseconds of the system's monotonic clock, or of its replacement.
  [[gnu::noinline]] static std::int64_t system_monotonic() noexcept {
    if (clock_source* const source = replacement_.load_relaxed(); source != nullptr) [[unlikely]]
      return source->monotonic_nanoseconds();
    return system_clock::monotonic();
  }

  static std::int64_t wall() noexcept {
    if (clock_source* const source = replacement_.load_acquire(); source != nullptr)
      return source->wall_nanoseconds();
    return system_clock::wall();
  }

  /// The best of some readings: the one in which the least time passed between the clocks.
  [[gnu::noinline]] static clock_reading look() noexcept {
    if (!is_counter_.load_relaxed()) {
      std::int64_t const now = system_monotonic();
      return {now, now, wall()};
    }
    constexpr int tries = 4;
    clock_reading best{};
    std::int64_t shortest = INT64_MAX;
    for (int i = 0; i < tries; ++i) {
      std::int64_t const before = tick_counter::read();
      std::int64_t const between = system_clock::monotonic();
      std::int64_t const after = tick_counter::read();
      std::int64_t const wall_now = wall();
      std::int64_t const end = tick_counter::read();
      if (end - before >= shortest) continue;
      shortest = end - before;
      // Both clocks run at one rate, but the wall clock was read `later` nanoseconds later.
      std::int64_t const later =
          steering_.current().length((after + end) / 2 - (before + after) / 2);
      best = {before + (after - before) / 2, between, wall_now - later};
    }
    return best;
  }

  static void begin() noexcept {
    constexpr std::int64_t least = 20'000;  // nanoseconds: the rate is then good for 1 ms
    clock_reading const first = look();
    if (is_counter_.load_relaxed()) {
      clock_reading second = look();
      while (second.monotonic - first.monotonic < least) second = look();
      steering_.begin(first, second);
    } else {
      steering_.begin(first, tick_segment::unit);
    }
    plan();
  }

  [[gnu::noinline, gnu::cold]] static void correct() noexcept {
    if (!correction_.try_lock()) return;
    steering_.correct(look());
    plan();
    correction_.unlock();
  }

  static void plan() noexcept {
    looked_.store_relaxed(steering_.looked());
    pause_.store_relaxed(steering_.pause());
  }

  static inline constinit atomic<clock_source*> replacement_{nullptr};
  static inline constinit atomic<bool> is_counter_{false};
  static inline constinit atomic<bool> has_started_{false};
  static inline constinit fork_lock correction_;
  static inline constinit atomic<std::int64_t> looked_{0};
  static inline constinit atomic<std::int64_t> pause_{0};
  static inline constinit thread_local tick_history::period present_{};
  static inline constinit tick_history history_;
  static inline constinit tick_steering steering_{history_};
};

}}}  // namespace trace2::v0::detail
