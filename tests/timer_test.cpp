#include <trace2/timer.hpp>

#include <cerrno>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace timer_test {

using support::brief_session;
using trace2::basic_timer;
using trace2::summed;
using timer_on = basic_timer<true>;

namespace {

/// The lines about timers at the end of the session, in NORMAL.
std::string shown(brief_session& session) {
  session.normal();
  session.end();
  std::string const lines{session.normal()};
  return lines.substr(0, lines.find("atexit"));
}

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
  CHECK(shown(session) ==
        "timer timer/read intervals:3 total:0.000600 min:0.000100 max:0.000300\n");
}

TEST_CASE("an interval is a scope") {
  timer_on const reading{"timer", "scope"};
  brief_session session;
  {
    auto const interval = reading.measure();
    session.clock.advance_microseconds(7);
  }
  CHECK(shown(session) ==
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
  CHECK(shown(session) ==
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
  CHECK(shown(session) ==
        "timer timer/threads intervals:2 total:0.000008 min:0.000003 max:0.000005\n");
}

TEST_CASE("objects with the same names are one timer") {
  timer_on const here{"timer", "same"};
  timer_on const there{"timer", "same"};
  brief_session session;
  here.start(), here.stop();
  there.start(), there.stop();
  CHECK(shown(session) ==
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
  CHECK(shown(session) ==
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
  CHECK(shown(session).starts_with("timer timer/off intervals:1 "));
}

TEST_CASE("a timer emits nothing by itself and keeps errno", "[R-API-30]") {
  timer_on const reading{"timer", "silent", summed::per_thread};
  brief_session session;
  errno = ENOTTY;
  { auto const interval = reading.measure(); }
  CHECK(errno == ENOTTY);
  CHECK(session.events() == "");
}

TEST_CASE("compiled out a timer is nothing") {
  using timer_off = basic_timer<false>;
  static_assert(std::is_empty_v<timer_off>);
  static_assert(std::is_empty_v<timer_off::interval>);
  timer_off const reading{"timer", "out", summed::per_thread};
  brief_session session;
  CHECK_FALSE(reading.start());
  reading.stop();
  { auto const interval = reading.measure(); }
  CHECK(shown(session) == "");
}

}  // namespace timer_test
