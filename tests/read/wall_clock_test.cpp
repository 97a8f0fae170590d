#include <trace2/read/fine_time.hpp>
#include <trace2/read/wall_clock.hpp>

#include <cstdint>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace wall_clock_test {

namespace tr = trace2::read;

constexpr std::int64_t second = 1'000'000'000;

TEST_CASE("a step of the wall clock is told once a further line has confirmed it", "[read]") {
  for (std::int64_t const step : {5 * second, -29 * second, second / 10, -3'600 * second}) {
    tr::wall_clock clock;
    std::int64_t const begin = 1'000'000 * second;
    CHECK(clock.tie(moment_ns(0), moment_ns(begin), ns(0)) == moment_ns(begin));
    CHECK(clock.tie(moment_ns(begin), moment_ns(begin + second), ns(second)) == moment_ns(begin));
    CHECK(clock.tie(moment_ns(begin), moment_ns(begin + 2 * second + step), ns(2 * second)) ==
          moment_ns(begin));
    CHECK_FALSE(clock.has_news());
    CHECK(clock.tie(moment_ns(begin), moment_ns(begin + 3 * second + step), ns(3 * second)) ==
          moment_ns(begin));
    REQUIRE(clock.has_news());
    tr::clock_step const told = clock.take_step();
    CHECK(told.size == ns(step));
    CHECK(told.since == moment_ns(begin + second));
    CHECK(told.until == moment_ns(begin + 2 * second));
    CHECK_FALSE(clock.has_news());
    CHECK(clock.moment_of(moment_ns(begin + 4 * second + step)) == moment_ns(begin + 4 * second));
  }
}

TEST_CASE("a process that was held up between its two clocks has seen no step", "[read]") {
  tr::wall_clock clock;
  clock.tie(moment_ns(0), moment_ns(100 * second), ns(0));
  CHECK(clock.tie(moment_ns(100 * second), moment_ns(101 * second + second / 5), ns(second)) ==
        moment_ns(100 * second));
  CHECK(clock.tie(moment_ns(100 * second), moment_ns(102 * second), ns(2 * second)) ==
        moment_ns(100 * second));
  CHECK(clock.take_step().size == ns(0));
  CHECK(clock.take_last_step().size == ns(0));
  CHECK(clock.moment_of(moment_ns(103 * second)) == moment_ns(103 * second));
}

TEST_CASE("clocks that run at slightly different rates are not set", "[read]") {
  tr::wall_clock clock;
  clock.tie(moment_ns(0), moment_ns(1'000 * second), ns(0));
  tr::moment const told = clock.tie(moment_ns(1'000 * second),
                                    moment_ns(2'000 * second + second / 2), ns(1'000 * second));
  CHECK(told == moment_ns(1'000 * second + second / 2));
  CHECK(clock.take_last_step().size == ns(0));
}

TEST_CASE("the end of a process tells a large step that no line has confirmed", "[read]") {
  for (std::int64_t const step : {second / 5, 2 * second}) {
    tr::wall_clock clock;
    clock.tie(moment_ns(0), moment_ns(100 * second), ns(0));
    clock.tie(moment_ns(100 * second), moment_ns(101 * second + step), ns(second));
    CHECK(clock.take_last_step().size == ns(step > second ? step : 0));
  }
}

TEST_CASE("a process that tells its beginning only has seen a step forward, or begun before",
          "[read]") {
  for (std::int64_t const step : {5 * second, -5 * second}) {
    tr::wall_clock clock;
    clock.begin();
    tr::moment const origin =
        clock.tie(moment_ns(100 * second), moment_ns(130 * second + step), ns(30 * second));
    CHECK(origin == moment_ns(step > 0 ? 100 * second : 95 * second));
    CHECK(clock.take_last_step().size == ns(step > 0 ? step : 0));
  }
}

TEST_CASE("a measured time tells a step, which the next line with both times confirms", "[read]") {
  tr::wall_clock clock;
  clock.begin();
  CHECK(clock.suspect(moment_ns(105 * second), moment_ns(130 * second), ns(25 * second)));
  CHECK(clock.moment_of(moment_ns(106 * second)) == moment_ns(131 * second));
  CHECK(clock.tie(moment_ns(100 * second), moment_ns(107 * second), ns(32 * second)) ==
        moment_ns(100 * second));
  CHECK(clock.take_last_step().size == ns(-25 * second));
}

TEST_CASE("a measured time that the next line refutes is a contradiction", "[read]") {
  tr::wall_clock clock;
  clock.tie(moment_ns(0), moment_ns(100 * second), ns(0));
  CHECK_FALSE(
      clock.suspect(moment_ns(110 * second), moment_ns(110 * second + second / 20), ns(second)));
  CHECK(clock.suspect(moment_ns(110 * second), moment_ns(115 * second), ns(second)));
  CHECK(clock.tie(moment_ns(100 * second), moment_ns(111 * second), ns(11 * second)) ==
        moment_ns(100 * second));
  CHECK(clock.take_contradiction() == ns(-5 * second));
  CHECK(clock.take_contradiction() == ns(0));
  CHECK(clock.take_last_step().size == ns(0));
  CHECK(clock.moment_of(moment_ns(112 * second)) == moment_ns(112 * second));
}

TEST_CASE("a process has the clock of its parent", "[read]") {
  tr::wall_clock parent;
  parent.tie(moment_ns(0), moment_ns(100 * second), ns(0));
  parent.tie(moment_ns(100 * second), moment_ns(115 * second), ns(10 * second));
  tr::wall_clock after;
  after.inherit(parent, false, moment_ns(116 * second));
  CHECK(after.moment_of(moment_ns(116 * second)) == moment_ns(111 * second));
  tr::wall_clock before;
  before.inherit(parent, true, moment_ns(100 * second + second / 2));
  CHECK(before.moment_of(moment_ns(101 * second)) == moment_ns(101 * second));
}

TEST_CASE("the times that a trace may tell overflow nothing", "[read]") {
  constexpr std::int64_t longest = tr::fine_duration::longest.count();
  tr::wall_clock clock;
  for (std::int64_t const wall : {4 * longest - 1, -longest, 4 * longest - 1})
    for (std::int64_t const elapsed : {longest, -longest}) {
      tr::moment const origin = clock.tie(moment_ns(4 * longest - 1), moment_ns(wall), ns(elapsed));
      CHECK(origin == tr::bounded_moment(origin));
      clock.suspect(moment_ns(wall), moment_ns(-longest), ns(longest));
      CHECK(clock.hold(moment_ns(wall), moment_ns(longest)) ==
            tr::bounded_moment(clock.hold(moment_ns(wall), moment_ns(longest))));
      clock.take_step();
    }
}

TEST_CASE("steps are shown with a sign, without needless digits", "[read]") {
  CHECK(tr::clock_step{.size = ns(5 * second + 1'000)}.size_text() == "+5 s");
  CHECK(tr::clock_step{.size = ns(-second / 4)}.size_text() == "-0.25 s");
  CHECK(tr::clock_step{.size = ns(-3'600 * second)}.size_text() == "-3600 s");
}

TEST_CASE("two processes tell of the same step if size and time agree", "[read]") {
  tr::clock_step const step{
      .size = ns(5 * second), .since = moment_ns(10 * second), .until = moment_ns(20 * second)};
  CHECK(step.is_same({.size = ns(5 * second + 1'000),
                      .since = moment_ns(19 * second),
                      .until = moment_ns(40 * second)}));
  CHECK_FALSE(step.is_same(
      {.size = ns(6 * second), .since = moment_ns(10 * second), .until = moment_ns(20 * second)}));
  CHECK_FALSE(step.is_same(
      {.size = ns(5 * second), .since = moment_ns(30 * second), .until = moment_ns(40 * second)}));
}

TEST_CASE("a step of centuries is cut, so that two of them can be compared", "[read]") {
  auto const step_of = [](tr::moment before, tr::moment behind) {
    tr::wall_clock clock;
    tr::moment const origin = clock.tie(moment_ns(0), before, ns(0));
    clock.tie(origin, behind, ns(second));
    return clock.take_last_step();
  };
  tr::moment const first = tr::bounded_moment(tr::moment::min());
  tr::moment const last = tr::bounded_moment(tr::moment::max());
  CHECK(step_of(first, last).size == tr::fine_duration::longest);
  CHECK(step_of(last, first).size == -tr::fine_duration::longest);
  CHECK_FALSE(step_of(first, last).is_same(step_of(last, first)));
}

}  // namespace wall_clock_test
