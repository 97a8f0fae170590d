#include <trace2/call/tracer.hpp>
#include <trace2/counter.hpp>
#include <trace2/session/ending.hpp>
#include <trace2/timer.hpp>
#include <trace2/trace2.hpp>

#include <cerrno>
#include <cstdint>
#include <regex>
#include <string>
#include <string_view>
#include <utility>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"

namespace ending_test {

using support::brief_session;
using namespace trace2;
using tracer_on = basic_tracer<true, default_targets>;

namespace {

/// The lines of NORMAL without their numbers of seconds.
std::string without_seconds(std::string_view lines) {
  return std::regex_replace(std::string{lines}, std::regex{R"(\d+\.\d{6})"}, "s");
}

struct losing_sink final : sink {
  void write(std::string_view) noexcept override {}
  std::uint64_t dropped() const noexcept override { return 5; }
  int drop_reason() const noexcept override { return EAGAIN; }
};

/// Holds its lines back, and can't deliver them.
struct full_sink final : sink {
  void write(std::string_view) noexcept override { ++held; }
  void write_now(std::string_view line) noexcept override {
    lost += std::exchange(held, 0) + (line.empty() ? 0 : 1);
  }
  std::uint64_t dropped() const noexcept override { return lost; }
  int drop_reason() const noexcept override { return lost == 0 ? 0 : ENOSPC; }
  std::uint64_t held = 0;
  std::uint64_t lost = 0;
};

struct refusing_sink final : sink {
  void write(std::string_view) noexcept override { ++lines; }
  std::uint64_t dropped() const noexcept override { return lines; }
  std::uint64_t lines = 0;
};

/// Notes whether the target was on when it wrote `atexit`.
struct last_line_sink final : sink {
  void write(std::string_view line) noexcept override {
    if (line.find("atexit") == std::string_view::npos) return;
    ++ends;
    was_on = target<format::normal>::state.current() != nullptr;
  }
  int ends = 0;
  bool was_on = true;
};

}  // namespace

TEST_CASE("the end is atexit, with the code of the last exit", "[R-LIFE-07][R-LIFE-10]") {
  brief_session session;
  session.end();
  CHECK(session.events() ==
        "{\"event\":\"atexit\",\"time\":\"2000-01-01T00:00:00.000000Z\",\"t_abs\":0.000000,"
        "\"code\":0}\n");
}

TEST_CASE("sums come first: of the thread, then of the process; timers, then counters",
          "[R-LIFE-07][R-LIFE-08][R-CTR-03][R-ORD-01]") {
  counter const second{"ending", "c1", sum_scope::per_thread};
  timer const first{"ending", "t1", sum_scope::per_thread};
  timer const third{"ending", "t2"};
  counter const fourth{"ending", "c2"};
  timer const unused{"ending", "unused", sum_scope::per_thread};
  counter const cancelled{"ending", "cancelled", sum_scope::per_thread};
  brief_session session;
  second.add(1);
  fourth.add(2);
  cancelled.add(1);
  cancelled.add(~std::uint64_t{0});
  third.start(), third.stop();
  first.start(), first.stop();
  tracer_on::cmd_exit(3);
  session.normal();
  session.end();
  CHECK(without_seconds(session.normal()) ==
        "th_timer ending/t1 intervals:1 total:s min:s max:s\n"
        "th_counter ending/c1 value:1\n"
        "timer ending/t1 intervals:1 total:s min:s max:s\n"
        "timer ending/t2 intervals:1 total:s min:s max:s\n"
        "counter ending/c1 value:1\n"
        "counter ending/c2 value:2\n"
        "atexit elapsed:s code:3\n");
}

TEST_CASE("open regions are left without events and indent nothing", "[R-REG-09][R-PRF-09]") {
  counter const files{"ending", "files"};
  brief_session session;
  files.add();
  tracer_on::region_enter("c", "open");
  tracer_on::region_enter("c", "open");
  session.perf();
  session.end();
  std::string const lines{session.perf()};
  CHECK(lines.find("region_leave") == std::string::npos);
  CHECK(lines.find("..") == std::string::npos);
}

TEST_CASE("an open interval of a timer is not counted", "[R-TMR-04]") {
  timer const open{"ending", "open"};
  brief_session session;
  open.start();
  session.end();
  CHECK(session.normal().find("timer") == std::string_view::npos);
}

TEST_CASE("misuse is reported before atexit", "[R-HOST-07][R-REG-08][R-TMR-03][R-LIM-05]") {
  timer const stopped{"ending", "stopped"};
  brief_session session;
  tracer_on::region_leave("c", "consumes the thread's own");
  tracer_on::region_leave("c", "surplus");
  stopped.stop();
  stopped.stop();
  session.events();
  session.end();
  CHECK(session.events() ==
        "{\"event\":\"data\",\"t_abs\":0.000000,\"t_rel\":0.000000,\"nesting\":0,"
        "\"category\":\"trace2\",\"key\":\"surplus_region_leave\",\"value\":\"1\"}\n"
        "{\"event\":\"data\",\"t_abs\":0.000000,\"t_rel\":0.000000,\"nesting\":0,"
        "\"category\":\"trace2\",\"key\":\"surplus_timer_stop\",\"value\":\"2\"}\n"
        "{\"event\":\"atexit\",\"time\":\"2000-01-01T00:00:00.000000Z\",\"t_abs\":0.000000,"
        "\"code\":0}\n");
}

TEST_CASE("lines that were lost are reported in all targets, and to who wants to know",
          "[R-LIM-03]") {
  losing_sink sink;
  for (bool const diagnoses : {false, true}) {
    brief_session session;
    target<format::normal>::state.open(sink, {.variable = "TRACE2_X", .diagnoses = diagnoses});
    std::string const warning = support::standard_error_of([&] { session.end(); });
    CHECK(session.events().find("\"key\":\"lost_lines/normal\",\"value\":\"5\"") !=
          std::string::npos);
    CHECK(warning == (diagnoses ? "warning: trace of 'TRACE2_X' lost 5 lines: Resource temporarily "
                                  "unavailable\n"
                                : ""));
  }
}

TEST_CASE("lines that are lost when they are delivered at the end are reported, atexit among them",
          "[R-LIM-03]") {
  full_sink sink;
  brief_session session;
  target<format::normal>::state.open(sink, {.variable = "TRACE2_X", .diagnoses = true});
  tracer_on::print("one");
  tracer_on::print("two");
  std::string const warning = support::standard_error_of([&] { session.end(); });
  CHECK(session.events().find("\"key\":\"lost_lines/normal\",\"value\":\"2\"") !=
        std::string::npos);
  CHECK(warning == "warning: trace of 'TRACE2_X' lost 3 lines: No space left on device\n");
}

TEST_CASE("a person who wants to know is told of all lines that were lost, the last one included") {
  refusing_sink sink;
  brief_session session;
  target<format::perf>::state.open(sink, {.variable = "TRACE2_X", .diagnoses = true});
  tracer_on::cmd_exit(3);
  std::string const warning = support::standard_error_of([&] { session.end(); });
  CHECK(session.events().find("\"key\":\"lost_lines/perf\",\"value\":\"1\"") != std::string::npos);
  CHECK(sink.lines == 3);
  CHECK(warning == "warning: trace of 'TRACE2_X' lost 3 lines\n");
}

TEST_CASE("of a recording that has reached its size, the setting of that size is named") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_ENDS_BINARY", directory / "recording"};
  support::scoped_variable const size{"TRACE2_ENDS_BINARY_SIZE", "128k"};
  support::scoped_variable const debug{"TRACE2_ENDS_DST_DEBUG", "1"};
  CHECK(support::run_in_child([] {
          char const* const argv[] = {"program", nullptr};
          std::string const warning = support::standard_error_of([&] {
            trace2::session const trace{1, argv, {.settings = {.prefix = "TRACE2_ENDS"}}};
            for (int i = 0; i < 20'000; ++i) trace2::data("test", "number", i);
            trace.end();
          });
          return warning.ends_with(" lines: the file has reached TRACE2_ENDS_BINARY_SIZE\n") ? 0
                                                                                             : 1;
        }) == 0);
}

TEST_CASE("no thread finds the target on while atexit is written", "[R-LIFE-19]") {
  last_line_sink sink;
  brief_session session;
  target<format::normal>::state.open(sink, {});
  session.end();
  CHECK(sink.ends == 1);
  CHECK_FALSE(sink.was_on);
}

TEST_CASE("the lines of the end name a place in the library", "[R-HOST-02][R-TMR-08]") {
  counter const files{"ending", "files"};
  testing::memory_session session;
  files.add();
  session.end();
  std::string const lines{session.event()};
  CHECK(lines.find(R"("event":"counter")") <
        lines.find(R"("file":"trace2/process/sums.hpp","line":)"));
  CHECK(lines.find(R"("event":"atexit")") <
        lines.find(R"("file":"trace2/session/ending.hpp","line":)"));
}

}  // namespace ending_test
