#include <trace2/timer.hpp>

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/no_memory.hpp"
#include <malloc.h>

namespace timer_test {

using support::brief_session;
using trace2::basic_timer;
using trace2::sum_scope;
using timer_on = basic_timer<true>;
using distribution_on = trace2::basic_distribution_timer<true>;

namespace {

std::size_t heap_in_use() { return ::mallinfo2().uordblks; }

}  // namespace

TEST_CASE("intervals add up", "[R-API-30][R-TMR-06]") {
  timer_on const reading{"timer", "read"};
  brief_session session;
  for (int const microseconds : {300, 100, 200}) {
    reading.start();
    session.clock.advance_microseconds(microseconds);
    reading.stop();
    session.clock.advance_microseconds(1000);
  }
  CHECK(session.sums_at_end() ==
        "timer timer/read intervals:3 total:0.000600 min:0.000100 max:0.000300\n");
}

TEST_CASE("an interval is a scope") {
  timer_on const reading{"timer", "scope"};
  brief_session session;
  {
    auto const interval = reading.measure();
    session.clock.advance_microseconds(7);
  }
  CHECK(session.sums_at_end() ==
        "timer timer/scope intervals:1 total:0.000007 min:0.000007 max:0.000007\n");
}

TEST_CASE("nested intervals are one", "[R-TMR-02]") {
  timer_on const reading{"timer", "nested"};
  brief_session session;
  {
    auto const outer = reading.measure();
    session.clock.advance_microseconds(1);
    {
      auto const inner = reading.measure();
      session.clock.advance_microseconds(2);
    }
    session.clock.advance_microseconds(4);
  }
  CHECK(session.sums_at_end() ==
        "timer timer/nested intervals:1 total:0.000007 min:0.000007 max:0.000007\n");
}

TEST_CASE("each thread has intervals of its own", "[R-TMR-01]") {
  timer_on const reading{"timer", "threads"};
  brief_session session;
  reading.start();
  std::thread{[&] {
    reading.start();
    session.clock.advance_microseconds(3);
    reading.stop();
  }}.join();
  session.clock.advance_microseconds(2);
  reading.stop();
  CHECK(session.sums_at_end() ==
        "timer timer/threads intervals:2 total:0.000008 min:0.000003 max:0.000005\n");
}

TEST_CASE("objects with the same names are one timer") {
  timer_on const here{"timer", "same"};
  timer_on const there{"timer", "same"};
  brief_session session;
  here.start(), here.stop();
  there.start(), there.stop();
  CHECK(session.sums_at_end() ==
        "timer timer/same intervals:2 total:0.000000 min:0.000000 max:0.000000\n");
}

TEST_CASE("a stop too many is counted and does no harm", "[R-TMR-03][R-LIM-05]") {
  timer_on const reading{"timer", "stopped"};
  brief_session session;
  reading.stop();
  reading.start();
  session.clock.advance_microseconds(1);
  reading.stop();
  reading.stop();
  CHECK(session.sums_at_end() ==
        "timer timer/stopped intervals:1 total:0.000001 min:0.000001 max:0.000001\n");
  CHECK(session.events().find("\"key\":\"surplus_timer_stop\",\"value\":\"2\"") !=
        std::string::npos);
}

TEST_CASE("while tracing is off a timer stands still", "[R-API-34]") {
  timer_on const reading{"timer", "off"};
  CHECK_FALSE(reading.start());
  auto const before = reading.measure();
  reading.stop();
  brief_session session;
  CHECK(reading.start());
  reading.stop();
  CHECK(session.sums_at_end().starts_with("timer timer/off intervals:1 "));
}

TEST_CASE("a timer emits nothing by itself and keeps errno", "[R-API-30]") {
  timer_on const reading{"timer", "silent", sum_scope::per_thread};
  brief_session session;
  errno = ENOTTY;
  { auto const interval = reading.measure(); }
  CHECK(errno == ENOTTY);
  CHECK(session.events() == "");
}

TEST_CASE("a timer with a distribution shows the tail behind its sums", "[R-TMR-05][R-TMR-06]") {
  distribution_on const lookup{"timer", "tail", sum_scope::per_thread};
  brief_session session;
  auto const measure = [&](int nanoseconds) {
    lookup.start();
    session.clock.advance_nanoseconds(nanoseconds);
    lookup.stop();
  };
  for (int i = 0; i < 98; ++i) measure(20);
  std::thread{[&] {
    measure(40);
    measure(3'000'000);
    trace2::thread_exit();
  }}.join();
  CHECK(session.normal() ==
        "th_timer timer/tail intervals:2 total:0.003000 min:0.000000 max:0.003000\n"
        "th_timer timer/tail median:40ns p90:2981888ns p99:2981888ns p99.9:2981888ns "
        "max:3000000ns\n");
  CHECK(session.sums_at_end() ==
        "th_timer timer/tail intervals:98 total:0.000002 min:0.000000 max:0.000000\n"
        "th_timer timer/tail median:20ns p90:20ns p99:20ns p99.9:20ns max:20ns\n"
        "timer timer/tail intervals:100 total:0.003002 min:0.000000 max:0.003000\n"
        "timer timer/tail median:20ns p90:20ns p99:40ns p99.9:2981888ns max:3000000ns\n");
  std::string const events = session.events();
  CHECK(events.find("\"event\":\"timer\",\"category\":\"timer\","
                    "\"name\":\"tail\",\"intervals\":100,\"t_total\":0.003002,\"t_min\":0.000000,"
                    "\"t_max\":0.003000}\n") != std::string::npos);
  CHECK(events.find(
            "\"nesting\":1,\"category\":\"timer\",\"key\":\"tail\",\"value\":{"
            "\"of\":\"timer\",\"unit\":\"ns\",\"count\":100,\"shortest\":20,\"median\":20,"
            "\"p90\":20,\"p99\":40,"
            "\"p999\":2981888,\"longest\":3000000,\"values\":[[20,98],[40,1],[2981888,1]]}}\n") !=
        std::string::npos);
}

TEST_CASE("a timer with a distribution and one without are two, whatever their names") {
  distribution_on const kept{"timer", "two"};
  timer_on const summed_up{"timer", "two"};
  brief_session session;
  kept.start(), kept.stop();
  summed_up.start(), summed_up.stop();
  CHECK(session.sums_at_end() ==
        "timer timer/two intervals:1 total:0.000000 min:0.000000 max:0.000000\n"
        "timer timer/two intervals:1 total:0.000000 min:0.000000 max:0.000000\n"
        "timer timer/two median:0ns p90:0ns p99:0ns p99.9:0ns max:0ns\n");
}

TEST_CASE("a distribution takes memory for the first interval of a thread and no more") {
  distribution_on const lookup{"timer", "memory"};
  brief_session session;
  std::size_t before = 0, first = 0, later = 0;
  std::thread{[&] {
    timer_on const other{"timer", "memory of others"};
    other.start(), other.stop();
    before = heap_in_use();
    lookup.start(), lookup.stop();
    first = heap_in_use();
    for (int i = 0; i < 1000; ++i) {
      lookup.start();
      session.clock.advance_nanoseconds(i * i * i);
      lookup.stop();
    }
    later = heap_in_use();
  }}.join();
  CHECK(first - before <= 15'104 + 8 * 72 + 64);
  CHECK(later == first);
}

TEST_CASE("each interval of a timer whose definition found no memory is a mistake") {
  SUPPORT_NEEDS_REFUSED_ALLOCATIONS;
  timer_on const endless{"timer", support::text_without_room};
  distribution_on const spread{"timer", support::text_without_room};
  brief_session session;
  {
    auto const outer = endless.measure();
    auto const inner = spread.measure();
  }
  CHECK_FALSE(endless.start());
  endless.stop();
  CHECK(session.sums_at_end() == "");
  std::string const reports = session.events();
  CHECK(reports.find(R"("key":"uncounted_sums","value":"3")") != std::string::npos);
  CHECK(reports.find("surplus_timer_stop") == std::string::npos);
}

TEST_CASE("each interval of a timer before its constructor has run is a mistake") {
  static support::zero_memory<timer_on> early;
  static support::zero_memory<distribution_on> early_spread;
  brief_session session;
  CHECK_FALSE(early->start());
  CHECK_FALSE(early_spread->start());
  CHECK(session.sums_at_end() == "");
  CHECK(session.events().find(R"("key":"uncounted_sums","value":"2")") != std::string::npos);
}

TEST_CASE("compiled out a timer is nothing") {
  using timer_off = basic_timer<false>;
  static_assert(std::is_empty_v<timer_off>);
  static_assert(std::is_empty_v<timer_off::interval>);
  static_assert(std::is_empty_v<trace2::basic_distribution_timer<false>>);
  timer_off const reading{"timer", "out", sum_scope::per_thread};
  brief_session session;
  CHECK_FALSE(reading.start());
  reading.stop();
  { auto const interval = reading.measure(); }
  CHECK(session.sums_at_end() == "");
}

}  // namespace timer_test
