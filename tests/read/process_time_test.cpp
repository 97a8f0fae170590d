#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/read/traced_process.hpp>

#include <cstdint>
#include <optional>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace process_time_test {

using namespace trace2::read;
namespace event = trace2::event;

namespace {

constexpr std::int64_t second = 1'000'000'000;

struct line {
  std::optional<std::int64_t> wall{};
  std::optional<std::int64_t> t_abs{};
  std::optional<std::int64_t> t_rel{};
};

struct running {
  /// The time of a line of the event.
  template <class Event>
  std::int64_t at(Event const& what, line const& of) {
    occurrence made;
    made.event = what;
    if (of.wall) made.wall = moment_ns(*of.wall);
    if (of.t_abs) made.t_abs = fine_duration{ns(*of.t_abs)};
    if (of.t_rel) made.t_rel = fine_duration{ns(*of.t_rel)};
    return advance(process, thread, made).since_epoch().count();
  }
  /// Enters a region at the time of the latest line.
  void enter() {
    open_region region;
    region.begin = thread.last;
    region.level = 1;
    thread.regions.push_back(region);
  }
  std::int64_t leave(line const& of) {
    std::int64_t const time = at(event::region_leave{}, of);
    thread.regions.pop_back();
    return time;
  }

  traced_process process{};
  traced_thread thread{};
};

}  // namespace

TEST_CASE("a session id tells when its process began", "[read][R-SID-01]") {
  CHECK(begin_of("19700101T000002.000003Z-H00000000-P00000001") == moment_ns(2 * second + 3'000));
  CHECK(begin_of("19700101T000002Z-H00000000-P00000001") == moment_ns(2 * second));
  CHECK(begin_of("my-session") == moment_ns(0));
  CHECK(begin_of("1970Z") == moment_ns(0));
  CHECK(begin_of("not a time at all, up to the letter Z") == moment_ns(0));
}

TEST_CASE("a line with both times ties the absolute times of others to the time of day", "[read]") {
  running run;
  CHECK(run.at(event::version{}, {.wall = 10 * second, .t_abs = 2 * second}) == 10 * second);
  CHECK(run.process.begin == moment_ns(0));
  CHECK(run.at(event::version{}, {.t_abs = 5 * second}) == 13 * second);
}

TEST_CASE("an absolute time without a time of day moves no beginning that was told", "[read]") {
  running trace;
  trace.process.awaits_origin = true;
  trace.process.origin = moment_ns(5 * second);
  trace.process.clock.begin();
  trace.at(event::version{}, {.wall = 5 * second});
  CHECK(trace.at(event::printf{}, {.t_abs = 3 * second}) == 8 * second);
}

TEST_CASE("a process whose trace begins late begins with its trace", "[read]") {
  for (std::int64_t const before : {second - 1, second}) {
    running run;
    run.process.begin = run.process.origin = moment_ns(10 * second);
    run.at(event::start{}, {.wall = 10 * second, .t_abs = before});
    run.at(event::version{}, {.wall = 11 * second, .t_abs = before + second});
    CHECK(run.process.begins_late == (before == second));
    CHECK(run.process.begin == moment_ns(before == second ? 10 * second : 9 * second + 1));
  }
}

TEST_CASE("a process whose trace has lost its beginning begins with its clock", "[read]") {
  running run;
  run.process.begin = run.process.origin = moment_ns(10 * second);
  run.at(event::version{}, {.wall = 10 * second, .t_abs = 3 * second});
  CHECK(run.process.begin == moment_ns(7 * second));
}

TEST_CASE("the time of a thread never goes back", "[read]") {
  running run;
  run.at(event::version{}, {.wall = 10 * second});
  CHECK(run.at(event::version{}, {.wall = 7 * second}) == 10 * second);
  CHECK(run.at(event::version{}, {}) == 10 * second);
}

TEST_CASE("an end comes as long after its beginning as was measured", "[read]") {
  running run;
  run.at(event::version{}, {.wall = 10 * second});
  run.enter();
  CHECK(run.leave({.wall = 12 * second + 4, .t_rel = 2 * second}) == 12 * second);
  run.enter();
  CHECK(run.leave({.t_rel = 3 * second}) == 15 * second);
}

TEST_CASE("the time of day outweighs a measured duration that contradicts it a little", "[read]") {
  constexpr std::int64_t little = second / 20;
  running run;
  run.at(event::version{}, {.wall = 10 * second});
  run.enter();
  CHECK(run.leave({.wall = 11 * second, .t_rel = second + little}) == 11 * second);
  run.enter();
  CHECK(run.leave({.wall = 12 * second, .t_rel = second - little}) == 12 * second);
}

TEST_CASE("a measured duration outweighs a time of day that contradicts it by far", "[read]") {
  for (std::int64_t const step : {5 * second, -second, 3'600 * second}) {
    running run;
    run.process.clock.begin();
    run.at(event::version{}, {.wall = 10'000 * second});
    run.enter();
    CHECK(run.leave({.wall = 10'002 * second + step, .t_rel = 2 * second}) == 10'002 * second);
    CHECK(run.at(event::version{}, {.wall = 10'003 * second + step}) == 10'003 * second);
  }
}

TEST_CASE("a time of day that goes back doesn't stop the time of a thread", "[read]") {
  running run;
  run.at(event::version{}, {.wall = 100 * second});
  run.process.begin = run.process.origin = moment_ns(100 * second);
  run.at(event::start{}, {.wall = 100 * second, .t_abs = 0});
  CHECK(run.at(event::cmd_name{}, {.wall = 110 * second}) == 110 * second);
  CHECK(run.at(event::cmd_name{}, {.wall = 50 * second}) == 110 * second);
  CHECK(run.at(event::cmd_name{}, {.wall = 52 * second}) == 112 * second);
  CHECK(run.at(event::exit{}, {.wall = 53 * second, .t_abs = 14 * second}) == 114 * second);
}

TEST_CASE("however long undated regions were, the time stays one that a clock may tell", "[read]") {
  running run;
  std::int64_t before = 0;
  for (int i = 0; i < 20; ++i) {
    run.enter();
    std::int64_t const at = run.leave({.t_rel = fine_duration::longest.count()});
    CHECK(at >= before);
    CHECK(moment_ns(at) == bounded_moment(moment_ns(at)));
    before = at;
  }
}

TEST_CASE("times contradict each other by more than 1 % and more than a delay", "[read]") {
  CHECK(!is_contradicted(ns(second), ns(second + second / 100)));
  CHECK(is_contradicted(ns(second), ns(second + second / 5)));
  CHECK(is_contradicted(ns(second), ns(second - second / 5)));
  CHECK(!is_contradicted(ns(2'000'000), ns(51'000'000)));
  CHECK(is_contradicted(ns(2'000'000), ns(53'000'000)));
}

}  // namespace process_time_test
