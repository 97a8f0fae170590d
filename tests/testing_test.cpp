#include <trace2/call/tracer.hpp>
#include <trace2/testing.hpp>
#include <trace2/timer.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"

namespace testing_test {

using trace2::testing::memory_session;

TEST_CASE("a session in memory keeps the lines of each target until they are taken") {
  memory_session session{{.sid = "SID", .format = {.brief = true}}};
  trace2::print("m");
  CHECK(session.normal() == "m\n");
  CHECK(session.normal() == "");
  CHECK(session.perf().ends_with("| m\n"));
  CHECK(session.event() ==
        "{\"event\":\"printf\",\"sid\":\"SID\",\"thread\":\"main\",\"t_abs\":0.000000,"
        "\"msg\":\"m\"}\n");
}

TEST_CASE("its clock stands still until it is told otherwise") {
  memory_session session;
  session.clock.advance_microseconds(1'500'000);
  session.clock.advance_nanoseconds(1000);
  trace2::print("m");
  std::string const line{session.event()};
  CHECK(line.find("\"time\":\"2000-01-01T00:00:01.500001Z\"") != std::string::npos);
  CHECK(line.find("\"t_abs\":1.500001") != std::string::npos);
}

TEST_CASE("its id is known, and may have ancestors", "[R-SID-05]") {
  memory_session session{{.parent_sid = "a/b", .sid = "c", .format = {.brief = true}}};
  trace2::print("m");
  CHECK(session.event().find("\"sid\":\"a/b/c\"") != std::string_view::npos);
  CHECK(session.perf().starts_with("d2 | main"));
}

TEST_CASE("every session begins from nothing") {
  for (int i = 0; i < 2; ++i) {
    memory_session session{{.format = {.brief = true}}};
    trace2::region_enter("c", "l");
    CHECK(session.event().find("\"nesting\":1,") != std::string_view::npos);
    trace2::cmd_name("first");
    CHECK(session.normal() == "cmd_name first (first)\n");
    trace2::cmd_exit(7);
    CHECK(session.normal() == "exit elapsed:0.000000 code:7\n");
  }
  CHECK_FALSE(trace2::is_enabled());
}

TEST_CASE("it tells how long the intervals of a timer were") {
  trace2::basic_distribution_timer<true> const lookup{"testing", "lookup"};
  memory_session session;
  CHECK(session.intervals("testing", "lookup") == trace2::interval_quantiles{});
  for (int const nanoseconds : {30, 10, 20, 1000}) {
    auto const interval = lookup.measure();
    session.clock.advance_nanoseconds(nanoseconds);
  }
  std::thread{[&] {
    auto const interval = lookup.measure();
    session.clock.advance_nanoseconds(25);
  }}.join();
  CHECK(session.intervals("testing", "lookup") == trace2::interval_quantiles{.count = 5,
                                                                             .shortest = 10,
                                                                             .median = 25,
                                                                             .p90 = 1000,
                                                                             .p99 = 1000,
                                                                             .p999 = 1000,
                                                                             .longest = 1000});
  CHECK(session.intervals("testing", "other").count == 0);
}

TEST_CASE("the end comes when it is asked for") {
  memory_session session{{.format = {.brief = true}}};
  session.end();
  CHECK(session.normal() == "atexit elapsed:0.000000 code:0\n");
  CHECK_FALSE(trace2::is_enabled());
}

TEST_CASE("a thread that outlives a session traces under the id of the next one") {
  std::atomic<int> step{0};  // odd: the thread's turn
  auto const take_turn = [&step](int own) {
    while (step != own) std::this_thread::yield();
  };
  std::thread pool{[&] {
    for (int const turn : {1, 3}) {
      take_turn(turn);
      for (int i = 0; i < 6; ++i) TRACE2_DATA("testing", "i", i);
      ++step;
    }
  }};
  for (std::string const sid : {"first", "second"}) {
    memory_session session{{.sid = sid}};
    take_turn(++step + 1);
    std::string_view const lines = session.event();
    std::size_t count = 0;
    for (std::size_t at = 0; (at = lines.find("\"sid\":\"" + sid + '"', at)) != lines.npos; ++at)
      ++count;
    CHECK(count == 6);
  }
  pool.join();
}

TEST_CASE("a session in memory serves tracers of any list") {
  using tracer = trace2::basic_tracer<true, trace2::target_list<trace2::format::perf>>;
  memory_session<tracer> session;
  tracer::print("m");
  CHECK(session.perf().ends_with("| m\n"));
}

}  // namespace testing_test
