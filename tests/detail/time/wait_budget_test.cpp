#include <trace2/detail/time/wait_budget.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace wait_budget_test {

namespace {

using trace2::detail::reconnect_pause;
using trace2::detail::wait_budget;
using trace2::detail::write_pause;

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t start = 1'000'000 * ms;

}  // namespace

TEST_CASE("a slow reader may hold a call for 40 ms", "[R-LIM-02]") {
  wait_budget left;
  CHECK(left.left(start) == 40 * ms);
  left.waited(start, start + 15 * ms, false);
  CHECK(left.left(start + 15 * ms) == 25 * ms);
  left.waited(start + 15 * ms, start + 41 * ms, false);
  CHECK(left.left(start + 41 * ms) <= 0);
  left.start_call();
  CHECK(left.left(start + 41 * ms) == 40 * ms);
}

TEST_CASE("attempts that fail between two waits take time from the call", "[R-LIM-02]") {
  wait_budget left;
  left.start_call();
  CHECK(left.left(start) == 40 * ms);
  left.waited(start, start + 1 * ms, false);
  CHECK(left.left(start + 30 * ms) == 10 * ms);
  left.waited(start + 30 * ms, start + 30 * ms, false);
  CHECK(left.left(start + 40 * ms) <= 0);
}

TEST_CASE("a slow reader may hold the program for a second, and half of the time", "[R-LIM-02]") {
  wait_budget left;
  std::int64_t now = start;
  std::int64_t waited = 0;
  auto const wait = [&] {
    left.start_call();
    std::int64_t const time = left.left(now);
    left.waited(now, now + time, false);
    now += time;
    waited += time;
  };
  for (int i = 0; i < 100; ++i) wait();
  CHECK(waited == 1000 * ms);

  waited = 0;
  for (int i = 0; i < 100; ++i) {
    now += 7 * ms;
    wait();
  }
  CHECK(waited == 700 * ms);

  now += 10'000 * ms;
  waited = 0;
  for (int i = 0; i < 100; ++i) wait();
  CHECK(waited == 1000 * ms);
}

TEST_CASE("a reader that was waited for in vain gets no time before it reads again") {
  wait_budget left;
  left.waited(start, start + 1 * ms, true);
  left.start_call();
  CHECK(left.left(start + 1000 * ms) == 0);
  left.restore();
  CHECK(left.left(start + 1000 * ms) == 40 * ms);
}

TEST_CASE("failures that cost nothing don't put the next attempt off") {
  write_pause pause;
  CHECK(pause.is_over(start));
  pause.failed(start, start + 1 * ms);
  CHECK(pause.is_over(start + 1 * ms));
}

TEST_CASE("failures that take long take an eighth of the time") {
  write_pause pause;
  pause.failed(start, start + 10 * ms);
  CHECK_FALSE(pause.is_over(start + 89 * ms));
  CHECK(pause.is_over(start + 90 * ms));
  pause.failed(start, start + 1000 * ms);
  CHECK_FALSE(pause.is_over(start + 1249 * ms));
  CHECK(pause.is_over(start + 1250 * ms));
}

TEST_CASE("connecting is tried at once, then with pauses from 10 ms that double up to 10 s") {
  reconnect_pause pause;
  std::int64_t now = start;
  CHECK(pause.is_due(now));
  for (std::int64_t expected = 10 * ms; expected < 10'000 * ms; expected *= 2) {
    CHECK_FALSE(pause.is_due(now + expected - 1));
    CHECK(pause.is_due(now += expected));
  }
  for (int i = 0; i < 3; ++i) {
    CHECK_FALSE(pause.is_due(now + 10'000 * ms - 1));
    CHECK(pause.is_due(now += 10'000 * ms));
  }
}

TEST_CASE("only a connection that has lasted makes up for failures") {
  reconnect_pause pause;
  std::int64_t now = start;
  REQUIRE(pause.is_due(now));
  pause.connected(now);

  SECTION("it is lost at once") {
    pause.lost(now + 1 * ms);
    CHECK_FALSE(pause.is_due(now + 1 * ms));
    CHECK(pause.is_due(now + 10 * ms));
  }
  SECTION("it is lost after a second") {
    now += 1000 * ms;
    pause.lost(now);
    CHECK(pause.is_due(now));
    CHECK_FALSE(pause.is_due(now + 10 * ms - 1));
  }
}

}  // namespace wait_budget_test
