#include <trace2/read/fine_time.hpp>
#include <trace2/read/wall_clock.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace wall_clock_test {

namespace tr = trace2::read;

constexpr std::int64_t second = 1'000'000'000;

TEST_CASE("a step of the wall clock is told once a further line has confirmed it", "[read]") {
  for (std::int64_t const step : {5 * second, -29 * second, second / 10, -3'600 * second}) {
    tr::wall_clock clock;
    std::int64_t const begin = 1'000'000 * second;
    CHECK(clock.tie(0, begin, 0) == begin);
    CHECK(clock.tie(begin, begin + second, second) == begin);
    CHECK(clock.tie(begin, begin + 2 * second + step, 2 * second) == begin);
    CHECK_FALSE(clock.has_news());
    CHECK(clock.tie(begin, begin + 3 * second + step, 3 * second) == begin);
    REQUIRE(clock.has_news());
    tr::clock_step const told = clock.take_step();
    CHECK(told.size == step);
    CHECK(told.since == begin + second);
    CHECK(told.until == begin + 2 * second);
    CHECK_FALSE(clock.has_news());
    CHECK(clock.moment_of(begin + 4 * second + step) == begin + 4 * second);
  }
}

TEST_CASE("a process that was held up between its two clocks has seen no step", "[read]") {
  tr::wall_clock clock;
  clock.tie(0, 100 * second, 0);
  CHECK(clock.tie(100 * second, 101 * second + second / 5, second) == 100 * second);
  CHECK(clock.tie(100 * second, 102 * second, 2 * second) == 100 * second);
  CHECK(clock.take_step().size == 0);
  CHECK(clock.take_last_step().size == 0);
  CHECK(clock.moment_of(103 * second) == 103 * second);
}

TEST_CASE("clocks that run at slightly different rates are not set", "[read]") {
  tr::wall_clock clock;
  clock.tie(0, 1'000 * second, 0);
  CHECK(clock.tie(1'000 * second, 2'000 * second + second / 2, 1'000 * second) ==
        1'000 * second + second / 2);
  CHECK(clock.take_last_step().size == 0);
}

TEST_CASE("the end of a process tells a large step that no line has confirmed", "[read]") {
  for (std::int64_t const step : {second / 5, 2 * second}) {
    tr::wall_clock clock;
    clock.tie(0, 100 * second, 0);
    clock.tie(100 * second, 101 * second + step, second);
    CHECK(clock.take_last_step().size == (step > second ? step : 0));
  }
}

TEST_CASE("a process that tells its beginning only has seen a step forward, or begun before",
          "[read]") {
  for (std::int64_t const step : {5 * second, -5 * second}) {
    tr::wall_clock clock;
    clock.begin();
    std::int64_t const origin = clock.tie(100 * second, 130 * second + step, 30 * second);
    CHECK(origin == (step > 0 ? 100 * second : 95 * second));
    CHECK(clock.take_last_step().size == (step > 0 ? step : 0));
  }
}

TEST_CASE("a measured time tells a step, which the next line with both times confirms", "[read]") {
  tr::wall_clock clock;
  clock.begin();
  CHECK(clock.suspect(105 * second, 130 * second, 25 * second));
  CHECK(clock.moment_of(106 * second) == 131 * second);
  CHECK(clock.tie(100 * second, 107 * second, 32 * second) == 100 * second);
  CHECK(clock.take_last_step().size == -25 * second);
}

TEST_CASE("a measured time that the next line refutes is a contradiction", "[read]") {
  tr::wall_clock clock;
  clock.tie(0, 100 * second, 0);
  CHECK_FALSE(clock.suspect(110 * second, 110 * second + second / 20, second));
  CHECK(clock.suspect(110 * second, 115 * second, second));
  CHECK(clock.tie(100 * second, 111 * second, 11 * second) == 100 * second);
  CHECK(clock.take_contradiction() == -5 * second);
  CHECK(clock.take_contradiction() == 0);
  CHECK(clock.take_last_step().size == 0);
  CHECK(clock.moment_of(112 * second) == 112 * second);
}

TEST_CASE("a process has the clock of its parent", "[read]") {
  tr::wall_clock parent;
  parent.tie(0, 100 * second, 0);
  parent.tie(100 * second, 115 * second, 10 * second);
  tr::wall_clock after;
  after.inherit(parent, false, 116 * second);
  CHECK(after.moment_of(116 * second) == 111 * second);
  tr::wall_clock before;
  before.inherit(parent, true, 100 * second + second / 2);
  CHECK(before.moment_of(101 * second) == 101 * second);
}

TEST_CASE("the times that a trace may tell overflow nothing", "[read]") {
  constexpr std::int64_t longest = tr::fine_duration::longest;
  tr::wall_clock clock;
  for (std::int64_t const wall : {4 * longest - 1, -longest, 4 * longest - 1})
    for (std::int64_t const elapsed : {longest, -longest}) {
      std::int64_t const origin = clock.tie(4 * longest - 1, wall, elapsed);
      CHECK(origin == tr::bounded_moment(origin));
      clock.suspect(wall, -longest, longest);
      CHECK(clock.hold(wall, longest) == tr::bounded_moment(clock.hold(wall, longest)));
      clock.take_step();
    }
}

TEST_CASE("steps are shown with a sign, without needless digits", "[read]") {
  CHECK(tr::clock_step{.size = 5 * second + 1'000}.size_text() == "+5 s");
  CHECK(tr::clock_step{.size = -second / 4}.size_text() == "-0.25 s");
  CHECK(tr::clock_step{.size = -3'600 * second}.size_text() == "-3600 s");
}

TEST_CASE("two processes tell of the same step if size and time agree", "[read]") {
  tr::clock_step const step{.size = 5 * second, .since = 10 * second, .until = 20 * second};
  CHECK(step.is_same({.size = 5 * second + 1'000, .since = 19 * second, .until = 40 * second}));
  CHECK_FALSE(step.is_same({.size = 6 * second, .since = 10 * second, .until = 20 * second}));
  CHECK_FALSE(step.is_same({.size = 5 * second, .since = 30 * second, .until = 40 * second}));
}

TEST_CASE("a step of centuries is cut, so that two of them can be compared", "[read]") {
  auto const step_of = [](std::int64_t before, std::int64_t behind) {
    tr::wall_clock clock;
    std::int64_t const origin = clock.tie(0, before, 0);
    clock.tie(origin, behind, second);
    return clock.take_last_step();
  };
  std::int64_t const first = tr::bounded_moment(INT64_MIN);
  std::int64_t const last = tr::bounded_moment(INT64_MAX);
  CHECK(step_of(first, last).size == tr::fine_duration::longest);
  CHECK(step_of(last, first).size == -tr::fine_duration::longest);
  CHECK_FALSE(step_of(first, last).is_same(step_of(last, first)));
}

}  // namespace wall_clock_test
