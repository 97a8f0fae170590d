#include <trace2/detail/time/tick_scale.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/tick_window.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace tick_window_test {

using trace2::detail::tick_segment;
using trace2::read::time_window;
using trace2::read::recording::dictionary;
using trace2::read::recording::tick_window;
using trace2::read::recording::ticks_of;
namespace recording = trace2::detail::recording;

namespace {

struct scale {
  /// The pieces are numbered by 1 without gaps, or by a larger step.
  explicit scale(std::vector<tick_segment> const& pieces, std::uint32_t step = 1) {
    std::uint32_t number = 0;
    for (tick_segment const& piece : pieces) {
      trace2::buffer room;
      recording::record_writer record{room, recording::kind::clock};
      record.put(piece.from);
      record.put(piece.nanoseconds);
      record.put(piece.rate);
      record.put(piece.wall_difference);
      trace2::read::recording::record_walk walk{
          record.finish(std::exchange(number, number + step))};
      REQUIRE(walk.next());
      REQUIRE(words.add(walk));
    }
  }
  trace2::read::memory_budget memory{1'000'000};
  dictionary words{memory};
};

constexpr std::int64_t unit = tick_segment::unit;

}  // namespace

TEST_CASE("all moments of a window are within its ticks, and few others") {
  std::mt19937_64 random{1};
  for (int round = 0; round < 200; ++round) {
    std::vector<tick_segment> pieces;
    tick_segment piece{static_cast<std::int64_t>(random() >> 8), 1'000'000'000, unit / 3,
                       1'700'000'000'000'000'000};
    for (int i = 0; i < 5; ++i) {
      pieces.push_back(piece);
      auto const length = static_cast<std::int64_t>(random() % 3'000'000'000);
      piece.nanoseconds = piece.at(piece.from + length);
      piece.from += length;
      // Somebody sets the clock, in both directions.
      piece.wall_difference += static_cast<std::int64_t>(random() % 1'000'000'000) - 500'000'000;
    }
    scale const made{pieces};
    std::int64_t const first = pieces.front().from - 1'000'000'000;
    std::int64_t const length = pieces.back().from + 1'000'000'000 - first;
    auto const any = [&] {
      return first + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length));
    };
    auto const wall_at = [&made](std::int64_t at) {
      return made.words.period_of(at).wall_nanoseconds(at);
    };
    time_window const window{.since = moment_ns(wall_at(any())),
                             .until = moment_ns(wall_at(any()))};
    tick_window const ticks = ticks_of(window, made.words);
    for (int i = 0; i < 100; ++i) {
      std::int64_t const moment = any();
      if (window.holds(moment_ns(wall_at(moment))))
        REQUIRE((ticks.since <= moment && moment <= ticks.until));
    }
  }
}

TEST_CASE("where pieces are missing the clock may have been set at any moment") {
  constexpr std::int64_t wall = 1'700'000'000'000'000'000;
  constexpr std::int64_t second = 1'000'000'000;
  std::int64_t const ahead = GENERATE(as<std::int64_t>{}, 50 * second, -50 * second);
  std::vector<tick_segment> const pieces{{0, 0, unit, wall},
                                         {100 * second, 100 * second, unit, wall + ahead}};
  time_window const window{.since = moment_ns(wall + 60 * second),
                           .until = moment_ns(wall + 61 * second)};
  auto const holds = [&](scale const& of, std::int64_t ticks) {
    tick_window const found = ticks_of(window, of.words);
    return found.since <= ticks && ticks <= found.until;
  };
  scale const missing{pieces, 7};
  CHECK(holds(missing, 60 * second));
  CHECK(holds(missing, ahead > 0 ? 10 * second : 99 * second));
  CHECK_FALSE(holds(missing, ahead > 0 ? 9 * second : 59 * second));
  scale const all{pieces};
  CHECK(holds(all, 60 * second));
  CHECK_FALSE(holds(all, 59 * second));
}

TEST_CASE("the bounds are as close as the clock allows") {
  scale const made{{{0, 0, unit / 2, 1'700'000'000'000'000'000}}};
  std::int64_t const since = 1'700'000'000'500'000'000;
  tick_window const ticks =
      ticks_of({.since = moment_ns(since), .until = moment_ns(since + 1000)}, made.words);
  constexpr std::int64_t moment = 1'000'000'000;  // two ticks are a nanosecond
  constexpr std::int64_t apart = 1 << 17;
  CHECK(ticks.since <= moment);
  CHECK(ticks.since >= moment - apart);
  CHECK(ticks.until >= moment + 2000);
  CHECK(ticks.until <= moment + 2000 + apart);
}

TEST_CASE("a side without a bound has all ticks, and an absurd scale as well") {
  scale const made{{{0, 0, unit, 0}}};
  CHECK(ticks_of({.since = moment_ns(5)}, made.words).until == INT64_MAX);
  CHECK(ticks_of({.until = moment_ns(5)}, made.words).since == INT64_MIN);
  for (tick_segment const& absurd :
       {tick_segment{0, 0, -1, 0}, tick_segment{0, INT64_MAX, unit, 0},
        tick_segment{0, 0, unit, INT64_MIN}, tick_segment{INT64_MIN, 0, unit, 0}}) {
    tick_window const ticks =
        ticks_of({.since = moment_ns(5), .until = moment_ns(6)}, scale{{absurd}}.words);
    CHECK(ticks.since == INT64_MIN);
    CHECK(ticks.until == INT64_MAX);
    for (tick_segment const& other : {tick_segment{-9, 0, unit, 0}, tick_segment{9, 9, unit, 0}})
      CHECK(ticks_of({.since = moment_ns(5)}, scale{{absurd, other}, 7}.words).since == INT64_MIN);
  }
  scale const none{{}};
  CHECK(ticks_of({.since = moment_ns(5)}, none.words).until == INT64_MAX);
}

}  // namespace tick_window_test
