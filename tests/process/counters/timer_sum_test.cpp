#include <trace2/process/counters/timer_sum.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace timer_sum_test {

using trace2::detail::timer_sum;

TEST_CASE("a timer sums up its intervals and keeps the shortest and the longest", "[R-TMR-01]") {
  timer_sum cell;
  for (std::int64_t const length : {30, 10, 20}) {
    cell.start(1000);
    CHECK(cell.stop(1000 + length));
  }
  CHECK(cell.intervals.load_relaxed() == 3);
  CHECK(cell.total.load_relaxed() == 60);
  CHECK(cell.shortest.load_relaxed() == 10);
  CHECK(cell.longest.load_relaxed() == 30);
}

TEST_CASE("of nested intervals only the outermost counts", "[R-TMR-02]") {
  timer_sum cell;
  cell.start(100);
  cell.start(110);
  CHECK(cell.stop(120));
  CHECK_FALSE(cell.is_used());
  CHECK(cell.stop(150));
  CHECK(cell.intervals.load_relaxed() == 1);
  CHECK(cell.total.load_relaxed() == 50);
}

TEST_CASE("an interval of no length is an interval", "[R-TMR-06]") {
  timer_sum cell;
  cell.start(100);
  cell.stop(100);
  CHECK(cell.is_used());
  cell.start(100);
  cell.stop(170);
  CHECK(cell.shortest.load_relaxed() == 0);
}

TEST_CASE("a timer that is stopped too often says so and goes on working", "[R-TMR-03]") {
  timer_sum cell;
  CHECK_FALSE(cell.stop(100));
  cell.start(200);
  CHECK(cell.stop(300));
  CHECK_FALSE(cell.stop(400));
  CHECK(cell.total.load_relaxed() == 100);
}

TEST_CASE("a timer that nobody has stopped before its sums were forgotten starts anew") {
  timer_sum cell;
  cell.start(100), cell.start(110);
  cell.forget(200);
  for (std::int64_t begin = 300; begin < 303; ++begin) {
    cell.start(begin);
    CHECK(cell.stop(begin + 10));
  }
  CHECK(cell.intervals.load_relaxed() == 3);
  CHECK(cell.total.load_relaxed() == 30);
}

TEST_CASE("stops that come late for forgotten starts are no mistakes") {
  timer_sum cell;
  cell.start(100), cell.start(110);
  cell.forget(200);
  cell.start(300), cell.start(310);
  CHECK(cell.stop(320));
  CHECK(cell.stop(330));
  CHECK(cell.stop(340));
  CHECK(cell.stop(350));
  CHECK_FALSE(cell.stop(360));
  CHECK(cell.intervals.load_relaxed() == 1);
  CHECK(cell.total.load_relaxed() == 30);
}

TEST_CASE("an open interval is not folded", "[R-TMR-04]") {
  timer_sum open;
  open.start(0), open.stop(7);
  open.start(10);
  timer_sum total;
  total.fold(open);
  CHECK(total.intervals.load_relaxed() == 1);
  CHECK(total.total.load_relaxed() == 7);
}

TEST_CASE("sums of threads are folded: least of the least, most of the most", "[R-TMR-06]") {
  timer_sum total;
  timer_sum unused;
  total.fold(unused);
  CHECK_FALSE(total.is_used());
  for (std::int64_t const base : {20, 5, 40}) {
    timer_sum part;
    part.start(0), part.stop(base);
    part.start(0), part.stop(base + 1);
    total.fold(part);
  }
  total.fold(unused);
  CHECK(total.intervals.load_relaxed() == 6);
  CHECK(total.total.load_relaxed() == 2 * (20 + 5 + 40) + 3);
  CHECK(total.shortest.load_relaxed() == 5);
  CHECK(total.longest.load_relaxed() == 41);
}

}  // namespace timer_sum_test
