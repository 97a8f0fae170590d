#include "input/selected_processes.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/times.hpp"
#include "support/trace_log.hpp"

namespace selected_processes_test {

namespace read = trace2::read;

namespace {

std::string line(std::string_view event, std::string_view sid, std::string_view time,
                 std::string_view members = "") {
  return support::event_line(event, sid, "main", time, members);
}

read::occurrence event_of(std::string_view sid, std::int64_t wall) {
  read::occurrence what;
  what.sid = sid;
  what.wall = moment_ns(wall);
  return what;
}

}  // namespace

TEST_CASE("everything passes without a selection", "[read]") {
  trace2::program::selected_processes all;
  CHECK(all.keeps(event_of("S", 1)));
  CHECK(all.is_any_kept());
}

TEST_CASE("what chosen commands run passes with them", "[read]") {
  trace2::program::selected_processes some{trace2::program::selection{{.sid = "S"}}};
  CHECK_FALSE(some.keeps(event_of("P", 1)));
  CHECK_FALSE(some.is_any_kept());
  CHECK(some.keeps(event_of("P/S", 1)));
  CHECK(some.keeps(event_of("P/S/T/U", 1)));
  CHECK_FALSE(some.keeps(event_of("P/T", 1)));
  CHECK(some.is_any_kept());
}

TEST_CASE("the first event decides on a process whose session id has no time", "[read]") {
  trace2::program::selected_processes some{
      trace2::program::selection{{.since = moment_ns(10'000)}}};
  CHECK_FALSE(some.keeps(event_of("S", 9'000)));
  CHECK(some.keeps(event_of("T", 10'000)));
  CHECK_FALSE(some.keeps(event_of("S", 11'000)));
  CHECK(some.keeps(event_of("S/later", 12'000)));
  trace2::program::selected_processes early{
      trace2::program::selection{{.until = moment_ns(10'000)}}};
  CHECK(early.keeps(event_of("S", 9'000)));
  CHECK(early.keeps(event_of("S/T", 11'000)));
}

TEST_CASE("a first reading finds the commands that only their ends choose", "[read]") {
  trace2::program::selected_processes failed{trace2::program::selection{{.is_failed = true}}};
  trace2::program::selected_processes::chooser first{failed};
  support::follow(line("start", "S", "00:00:00", R"(,"argv":["a"])") +
                      line("start", "S/T", "00:00:00", R"(,"argv":["b"])") +
                      line("exit", "S/T", "00:00:01", R"(,"code":1)") +
                      line("exit", "S", "00:00:02", R"(,"code":0)"),
                  first);
  CHECK_FALSE(failed.keeps(event_of("S", 0)));
  CHECK(failed.keeps(event_of("S/T", 0)));
  CHECK(failed.keeps(event_of("S/T/U", 0)));
  CHECK(failed.left_out() == 0);
}

TEST_CASE("chosen commands without room are counted, and undecided ones are decided again",
          "[read]") {
  trace2::program::selected_processes some{trace2::program::selection{{.is_failed = true}}};
  std::string const padding(1'000, 'x');
  constexpr std::size_t count = 10'000;
  for (std::size_t i = 0; i < count; ++i) some.choose(std::to_string(i) + padding);
  CHECK(some.left_out() > 0);
  std::uint64_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::string const sid = std::to_string(i) + padding;
    kept += some.keeps(event_of(sid, 0)) ? 1 : 0;
  }
  CHECK(kept + some.left_out() == count);
}

TEST_CASE("deciding on a process takes no longer for all those above it", "[read]") {
  trace2::program::selected_processes some{trace2::program::selection{{.is_failed = true}}};
  some.choose("top");
  std::string const deep = [] {
    std::string sid;
    while (sid.size() < 4'080) sid += "a/";
    return sid;
  }();
  std::uint64_t kept = 0;
  for (int i = 0; i < 300; ++i) kept += some.keeps(event_of(deep + std::to_string(i), 0)) ? 1 : 0;
  CHECK(kept == 0);
  CHECK(some.keeps(event_of("top/" + deep, 0)));
  CHECK_FALSE(some.keeps(event_of("topmost/" + deep, 0)));
  trace2::program::selected_processes one{trace2::program::selection{{.pid = 1}}};
  for (int i = 0; i < 100; ++i) kept += one.keeps(event_of(deep + std::to_string(i), 0)) ? 1 : 0;
  CHECK(kept == 0);
  CHECK(one.keeps(event_of("Hx-P00000001/" + deep, 0)));
  CHECK_FALSE(one.keeps(event_of("Hx-P00000002/" + deep, 0)));
}

}  // namespace selected_processes_test
