#include <trace2/detail/time/tick_scale.hpp>

#include <algorithm>
#include <cstdint>
#include <random>

#include "support/catch.hpp"

namespace tick_scale_test {

using namespace trace2::detail;

namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t second = 1000 * millisecond;

/// A counter of 2.3 GHz beside the system's clocks.
struct machine {
  double rate = 2.3;  ///< ticks per nanosecond
  double ticks = 1e15;
  std::int64_t monotonic = 77 * second;
  std::int64_t difference = 1'700'000'000 * second;

  void pass(std::int64_t nanoseconds) {
    monotonic += nanoseconds;
    ticks += static_cast<double>(nanoseconds) * rate;
  }
  clock_reading read(std::int64_t noise = 0) const {
    return {static_cast<std::int64_t>(ticks), monotonic + noise, monotonic + noise + difference};
  }
};

std::int64_t distance(std::int64_t a, std::int64_t b) { return a < b ? b - a : a - b; }

/// A scale that has seen two readings 20 microseconds apart.
struct steered_scale {
  explicit steered_scale(machine& m, std::int64_t noise = 0) {
    clock_reading const first = m.read(-noise);
    m.pass(20'000);
    steering.begin(first, m.read(noise));
  }

  bool is_due(clock_reading const& now) const {
    return now.ticks - steering.looked() >= steering.pause();
  }
  std::int64_t at(std::int64_t ticks) const { return history.find(ticks).at(ticks); }
  std::int64_t error(machine const& m) const { return distance(at(m.read().ticks), m.monotonic); }

  tick_history history;
  tick_steering steering{history};
};

}  // namespace

TEST_CASE("a piece of a scale of nanoseconds is exact for ever", "[R-TIME-05]") {
  tick_segment const identity{50, 50, tick_segment::unit, 0};
  for (std::int64_t const ticks : {std::int64_t{-7}, std::int64_t{50}, INT64_MAX / 2})
    CHECK(identity.at(ticks) == ticks);
}

TEST_CASE("a length in ticks and back is the same to a tick", "[R-TIME-05]") {
  tick_segment const piece{0, 0, 478'051'190'500, 0};
  for (std::int64_t const length : {std::int64_t{1}, millisecond, second, 86400 * second})
    CHECK(distance(piece.length(piece.ticks_in(length)), length) <= 1);
}

TEST_CASE("the first rate may be rough, the scale finds the true one", "[R-TIME-05]") {
  machine m;
  steered_scale scale{m, 25};  // 2500 ppm
  std::int64_t worst_after_100_ms = 0;
  for (std::int64_t passed = 0; passed < 10 * second; passed += millisecond / 2) {
    m.pass(millisecond / 2);
    if (scale.is_due(m.read())) scale.steering.correct(m.read(passed / 7 % 51 - 25));
    CHECK(scale.error(m) < 6000);
    if (passed > 100 * millisecond)
      worst_after_100_ms = std::max(worst_after_100_ms, scale.error(m));
  }
  // 50 ppm of 10 s would be half a millisecond.
  CHECK(worst_after_100_ms < 1000);
}

TEST_CASE("a scale that nobody corrects for ten seconds is off by less than 50 ppm",
          "[R-TIME-05]") {
  machine m;
  steered_scale scale{m, 10};
  for (int i = 0; i < 6; ++i) {
    m.pass(millisecond << i);
    scale.steering.correct(m.read(i % 2 == 0 ? 25 : -25));
  }
  m.pass(10 * second);
  CHECK(scale.error(m) < 500'000);
}

TEST_CASE("a scale is continuous and never runs backwards", "[R-TIME-05]") {
  machine m;
  std::mt19937_64 random{5};
  steered_scale scale{m, 25};
  std::int64_t last_ticks = m.read().ticks;
  std::int64_t last = scale.at(last_ticks);
  for (int i = 0; i < 20'000; ++i) {
    m.pass(static_cast<std::int64_t>(random() % 3'000'000));
    m.rate = 2.3 * (1 + 1e-6 * static_cast<double>(random() % 5));
    clock_reading const now = m.read(static_cast<std::int64_t>(random() % 60));
    if (scale.is_due(now)) scale.steering.correct(now);
    for (std::int64_t const ticks : {now.ticks, now.ticks + 1, now.ticks + 150'000}) {
      if (ticks < last_ticks) continue;
      std::int64_t const at = scale.at(ticks);
      REQUIRE(at >= last);
      REQUIRE(at - last <= (ticks - last_ticks) / 2 + 2);
      last = at;
      last_ticks = ticks;
    }
  }
}

TEST_CASE("a rate that the system changes is followed", "[R-TIME-05]") {
  machine m;
  steered_scale scale{m};
  std::int64_t worst = 0;
  for (int i = 0; i < 60'000; ++i) {
    if (i == 20'000) m.rate *= 1 + 10e-6;
    m.pass(millisecond);
    if (scale.is_due(m.read())) scale.steering.correct(m.read());
    worst = std::max(worst, scale.error(m));
  }
  CHECK(worst < 25'000);
  CHECK(scale.error(m) < 6000);
}

TEST_CASE("after the machine has slept the scale jumps", "[R-TIME-05]") {
  for (double const slept : {3600e9, -3600e9}) {
    machine m;
    steered_scale scale{m};
    m.ticks += slept;
    m.pass(second);
    CHECK(scale.is_due(m.read()) == (slept > 0));  // the clock takes the difference as unsigned
    scale.steering.correct(m.read());
    CHECK(scale.error(m) <= 1);
  }
}

TEST_CASE("a wall clock that is set counts from then on, its noise never", "[R-TIME-04]") {
  machine m;
  steered_scale scale{m};
  for (int i = 0; i < 10'000; ++i) {
    m.pass(millisecond);
    if (scale.is_due(m.read())) scale.steering.correct(m.read());
  }
  auto const difference = [&] { return scale.history.find(m.read().ticks).wall_difference; };
  std::int64_t const before = difference();
  m.difference += 300;
  m.pass(second);
  scale.steering.correct(m.read());
  CHECK(difference() == before);
  m.difference -= 3600 * second;
  m.pass(second);
  scale.steering.correct(m.read());
  CHECK(difference() == m.difference);
}

TEST_CASE("readings are due ever more seldom, at last every second", "[R-TIME-04]") {
  machine m;
  steered_scale scale{m};
  int readings = 0;
  for (int i = 0; i < 10'000; ++i) {
    m.pass(millisecond);
    if (!scale.is_due(m.read())) continue;
    scale.steering.correct(m.read());
    ++readings;
  }
  CHECK(readings <= 20);
  CHECK(readings >= 15);
}

TEST_CASE("a history finds the piece of a moment, and the oldest one for what is older") {
  tick_history history;
  CHECK(history.find(5).at(5) == 5);  // nothing known: nanoseconds
  for (unsigned i = 0; i < 40; ++i)
    history.add({100 * static_cast<std::int64_t>(i), 1000 * static_cast<std::int64_t>(i)});
  CHECK(history.count() == 40);
  CHECK(history.find(3999).from == 3900);
  CHECK(history.find(1 << 20).from == 3900);
  CHECK(history.find(3650).from == 3600);
  CHECK(history.find(0).from == 100 * (40 - (tick_history::capacity - 1)));
  tick_segment kept;
  CHECK(history.get(39, kept));
  CHECK_FALSE(history.get(40, kept));
  CHECK_FALSE(history.get(8, kept));
}

TEST_CASE("a period covers the moments from its piece on until the next, and none that are older") {
  tick_history history;
  CHECK_FALSE(history.find_period(5).covers(5));
  // A counter may go backwards.
  for (std::int64_t const from : {700, 500, 600}) history.add({from, 10 * from});
  auto const middle = history.find_period(550);
  CHECK(middle.number == 1);
  CHECK_FALSE(middle.covers(499));
  CHECK(middle.covers(500));
  CHECK(middle.covers(599));
  CHECK_FALSE(middle.covers(600));
  auto const newest = history.find_period(650);
  CHECK_FALSE(newest.covers(599));
  CHECK(newest.covers(INT64_MAX - 1));
  auto const oldest = history.find_period(400);
  CHECK(oldest.number == 0);
  for (std::int64_t const moment : {0, 400, 600, 700, 1000}) CHECK_FALSE(oldest.covers(moment));
}

TEST_CASE("a history keeps the newest piece, and those behind it, when it forgets the past") {
  tick_history history;
  for (std::int64_t const from : {500, 700, 600}) history.add({from, 10 * from});
  history.forget_past();
  tick_segment kept;
  CHECK_FALSE(history.get(1, kept));
  REQUIRE(history.get(2, kept));
  CHECK(kept.from == 600);
  CHECK(history.find(550).from == 600);
  history.add({800, 8000});
  CHECK(history.count() == 4);
  CHECK(history.find(750).from == 600);
  CHECK(history.find(900).from == 800);
}

}  // namespace tick_scale_test
