#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/clock_start.hpp>

#include <cstdint>
#include <ctime>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace clock_test {

using trace2::detail::clock;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// In place of the system's clocks until the end of the scope.
struct scripted_clock final : trace2::detail::clock_source {
  scripted_clock() { clock::replace(this); }
  ~scripted_clock() { clock::replace(nullptr); }
  std::int64_t monotonic_nanoseconds() noexcept override { return monotonic; }
  std::int64_t wall_nanoseconds() noexcept override { return ++looks, wall; }

  std::int64_t monotonic = 50 * second;
  std::int64_t wall = 1'000'000 * second;
  int looks = 0;
};

std::int64_t system_time(clockid_t id) {
  timespec now{};
  ::clock_gettime(id, &now);
  return now.tv_sec * second + now.tv_nsec;
}

}  // namespace

TEST_CASE("the monotonic clock is the system's", "[R-TIME-05]") {
  std::int64_t const before = system_time(CLOCK_MONOTONIC);
  std::int64_t const now = clock::now();
  CHECK(before <= now);
  CHECK(now <= system_time(CLOCK_MONOTONIC));
}

TEST_CASE("the time of day is the system's, to a millisecond", "[R-TIME-04]") {
  // A busy machine may stop the process between the readings of two clocks, or somebody may set one
  // of them, but not each time.
  bool is_near = false;
  for (int i = 0; i < 5 && !is_near; ++i) {
    clock::replace(nullptr);
    std::int64_t const before = system_time(CLOCK_REALTIME) / 1000;
    std::int64_t const now = clock::wall_microseconds(clock::now());
    std::int64_t const after = system_time(CLOCK_REALTIME) / 1000;
    is_near = before - 1000 <= now && now <= after + 1000;
  }
  CHECK(is_near);
}

TEST_CASE("one moment has one time of day, and later moments later ones", "[R-TIME-04]") {
  scripted_clock time;
  std::int64_t const first = clock::wall_microseconds(time.monotonic);
  CHECK(first == 1'000'000 * second / 1000);
  time.wall += second;  // the system's clock is set forward
  CHECK(clock::wall_microseconds(time.monotonic) == first);
  CHECK(clock::wall_microseconds(time.monotonic + 2000) == first + 2);
  CHECK(time.looks == 1);
}

TEST_CASE("of a clock that was replaced nothing stays") {
  {
    scripted_clock ahead;
    ahead.monotonic += 3600 * second;
    ahead.wall += 5 * second;
    clock::keep(ahead.monotonic);
  }
  scripted_clock time;
  CHECK(clock::history().find(INT64_MAX).from == time.monotonic);
  CHECK(clock::history().find(INT64_MIN).from == time.monotonic);
}

TEST_CASE("a clock that was set is noticed within a second", "[R-TIME-04]") {
  scripted_clock time;
  std::int64_t const first = clock::wall_microseconds(time.monotonic);
  time.monotonic += second + 1;
  time.wall -= 3600 * second;
  CHECK(clock::wall_microseconds(time.monotonic) == first - std::int64_t{3600} * 1'000'000);
}

TEST_CASE("the counter is within 50 ppm of the system's clock and never runs backwards",
          "[R-TIME-05]") {
  enum { exact, inexact, backwards };
  auto const is_exact = []() -> int {
    trace2::detail::start_clock();
    std::int64_t const begin = system_time(CLOCK_MONOTONIC);
    std::int64_t last = 0;
    for (std::int64_t before = begin; before - begin < second / 2;) {
      before = system_time(CLOCK_MONOTONIC);
      std::int64_t const now = clock::now();
      std::int64_t const after = system_time(CLOCK_MONOTONIC);
      clock::keep(now);
      std::int64_t const found = clock::nanoseconds(now);
      std::int64_t const bound = 10'000 + (before - begin) / 20'000;
      if (found < last) return backwards;
      if (found < before - bound || found > after + bound) return inexact;
      last = found;
    }
    return exact;
  };
  // Each time in a process of its own, because a clock is started only once. A clock that a busy
  // machine stops in its first millisecond needs longer to learn its rate.
  int result = inexact;
  for (int i = 0; i < 5 && result == inexact; ++i) result = support::run_in_child(is_exact);
  CHECK(result == exact);
}

TEST_CASE("a length of time has as many ticks as the counter takes for it") {
  CHECK(support::run_in_child([] {
          trace2::detail::start_clock();
          std::int64_t const length = clock::duration(clock::ticks_in(second));
          return length > second - 1000 && length <= second ? 0 : 1;
        }) == 0);
}

}  // namespace clock_test
