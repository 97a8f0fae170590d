#include "input/selection.hpp"

#include <trace2/read/fine_time.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"
#include "support/trace_log.hpp"

namespace selection_test {

namespace read = trace2::read;
using options = trace2::program::selection_options;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t midnight = 946'684'800 * second;  // 2000-01-01T00:00:00Z

std::string line(std::string_view event, std::string_view sid, std::string_view time,
                 std::string_view members = "") {
  return support::event_line(event, sid, "main", time, members);
}

/// A fetch of 2 s that runs a failing gc of 1 s, then a status of 3 s.
std::string const trace =
    line("start", "20000101T000000.000000Z-H0-P00000010", "00:00:00",
         R"(,"t_abs":0,"argv":["git","fetch","--all"])") +
    line("cmd_name", "20000101T000000.000000Z-H0-P00000010", "00:00:00", R"(,"name":"fetch")") +
    line("def_repo", "20000101T000000.000000Z-H0-P00000010", "00:00:00",
         R"(,"repo":1,"worktree":"/srv/x/linux")") +
    line("region_enter", "20000101T000000.000000Z-H0-P00000010", "00:00:00",
         R"(,"nesting":1,"category":"index","label":"load")") +
    line("start", "20000101T000000.000000Z-H0-P00000010/S", "00:00:00",
         R"(,"t_abs":0,"argv":["git","gc"])") +
    line("atexit", "20000101T000000.000000Z-H0-P00000010/S", "00:00:01", R"(,"t_abs":1,"code":1)") +
    line("atexit", "20000101T000000.000000Z-H0-P00000010", "00:00:02", R"(,"t_abs":2,"code":0)") +
    line("start", "T", "00:00:05", R"(,"t_abs":0,"argv":["git","status"])") +
    line("data", "T", "00:00:06", R"(,"nesting":1,"category":"status","key":"n","value":"1")") +
    line("error", "T", "00:00:07", R"(,"msg":"m","fmt":"f")") +
    line("signal", "T", "00:00:08", R"(,"t_abs":3,"signo":15)");

struct chosen : read::tracker_visitor {
  explicit chosen(options of) : selection{std::move(of)} {}

  trace2::program::selection selection;
  std::vector<std::string> names{};
  std::vector<std::string> wanted{};

  void event(read::traced_event const& now) override {
    selection.note(now, now.process.tag);
    if (selection.wants(now.occurrence)) wanted.emplace_back(now.occurrence.event_name);
  }
  void process_ended(read::traced_process& process) override {
    if (selection.chooses(process, process.tag) && selection.has_wanted_events(process.tag))
      names.push_back(process.name());
  }
};

using names = std::vector<std::string>;

names choose(options of) {
  chosen visitor{std::move(of)};
  support::follow(trace, visitor);
  return visitor.names;
}

}  // namespace

TEST_CASE("an empty selection chooses everything", "[read]") {
  CHECK(choose({}) == names{"git fetch", "git", "git"});
  trace2::program::selection const all;
  CHECK_FALSE(all.chooses_commands());
  CHECK_FALSE(all.chooses_events());
}

TEST_CASE("commands are chosen by a part of their name or command line", "[read]") {
  CHECK(choose({.command = "fetch"}) == names{"git fetch"});
  CHECK(choose({.command = "--all"}) == names{"git fetch"});
  CHECK(choose({.command = "git"}).size() == 3);
  CHECK(choose({.command = "clone"}).empty());
}

TEST_CASE("commands are chosen by their worktree", "[read]") {
  CHECK(choose({.repository = "x/linux"}) == names{"git fetch"});
  CHECK(choose({.repository = "/opt"}).empty());
}

TEST_CASE("a wall time is compared to the nanosecond", "[read]") {
  trace2::program::selection const wanted{{.slower_than = read::fine_duration{ns(500)}}};
  read::traced_process process;
  process.last = process.begin + ns(500);
  CHECK_FALSE(wanted.chooses(process, 0));
  process.last += ns(1);
  CHECK(wanted.chooses(process, 0));
}

TEST_CASE("commands are chosen by their wall time, which must be longer", "[read]") {
  CHECK(choose({.slower_than = trace2::duration::microseconds(2 * second - 1)}).size() == 2);
  CHECK(choose({.slower_than = trace2::duration::microseconds(2 * second)}) == names{"git"});
}

TEST_CASE("commands that failed have an exit code or were killed", "[read]") {
  CHECK(choose({.is_failed = true}) == names{"git", "git"});
}

TEST_CASE("commands are chosen by session id and process id", "[read]") {
  CHECK(choose({.sid = "T"}) == names{"git"});
  CHECK(choose({.sid = "S"}) == names{"git"});
  CHECK(choose({.sid = "20000101T000000.000000Z-H0-P00000010"}) == names{"git fetch"});
  CHECK(choose({.pid = 16}) == names{"git fetch"});
  CHECK(choose({.pid = 17}).empty());
}

TEST_CASE("commands are chosen by their beginning, which the session id tells", "[read]") {
  CHECK(choose({.since = read::moment_at(midnight + 5 * second)}) == names{"git"});
  CHECK(choose({.until = read::moment_at(midnight + 5 * second)}).size() == 2);
  trace2::program::selection const later{{.since = read::moment_at(midnight + 1)}};
  constexpr std::int64_t one_later = (midnight + second) * 1'000;
  CHECK_FALSE(later.admits("20000101T000000.000000Z-H0-P00000010", moment_ns(one_later)));
  CHECK(later.admits("undated", moment_ns(one_later)));
}

TEST_CASE("commands are chosen by their data, each of which may meet another condition", "[read]") {
  auto const where = [](std::string_view text) {
    return choose({.where = trace2::program::datum_conditions::of(text).all});
  };
  CHECK(where("status/n=1") == names{"git"});
  CHECK(where("status/n>0 and status/n<2 and status/n=1.0") == names{"git"});
  CHECK(where("status/n>1").empty());
  CHECK(where("status/n=1 and status/m=1").empty());
  std::string most = "status/n=1";
  for (std::size_t i = 1; i < trace2::program::datum_conditions::most; ++i)
    most += " and status/n<2";
  CHECK(where(most) == names{"git"});
  CHECK(where(most.substr(0, most.rfind('<')) + "<1").empty());
}

TEST_CASE("the latest value of a datum tells the group of a command", "[read]") {
  auto const group = [](std::string value) {
    chosen visitor{{.group = trace2::program::datum_condition{.name = "status/n", .value = value}}};
    support::follow(trace +
                        line("data", "U", "00:00:06",
                             R"(,"nesting":1,"category":"status","key":"n","value":"1")") +
                        line("data", "U", "00:00:07",
                             R"(,"nesting":1,"category":"status","key":"n","value":"01")"),
                    visitor);
    return visitor.names;
  };
  CHECK(group("1") == names{"git"});
  CHECK(group("01") == names{"U"});
  CHECK(group("2").empty());
}

TEST_CASE("all conditions must hold", "[read]") {
  CHECK(choose({.since = read::moment_at(midnight + 1), .is_failed = true}) == names{"git"});
}

TEST_CASE("categories choose events, and commands that have some", "[read]") {
  CHECK(choose({.categories = "index"}) == names{"git fetch"});
  CHECK(choose({.categories = "nothing"}).empty());
  chosen visitor{{.categories = "status"}};
  support::follow(trace, visitor);
  CHECK(std::count(visitor.wanted.begin(), visitor.wanted.end(), "data") == 1);
  CHECK(std::count(visitor.wanted.begin(), visitor.wanted.end(), "region_enter") == 0);
  CHECK(std::count(visitor.wanted.begin(), visitor.wanted.end(), "start") == 3);
}

TEST_CASE("a selection says how long it has to wait", "[read]") {
  CHECK_FALSE(trace2::program::selection{{.pid = 1, .since = read::moment_at(1)}}.needs_ends());
  CHECK_FALSE(trace2::program::selection{{.categories = "x"}}.needs_ends());
  CHECK(trace2::program::selection{{.command = "x"}}.needs_ends());
  CHECK(trace2::program::selection{{.repository = "x"}}.needs_ends());
  CHECK(trace2::program::selection{{.slower_than = trace2::duration{}}}.needs_ends());
  CHECK(trace2::program::selection{{.is_failed = true}}.needs_ends());
  CHECK(trace2::program::selection{{.where = {{}}}}.needs_ends());
  CHECK(trace2::program::selection{{.group = {{}}}}.needs_ends());
}

}  // namespace selection_test
