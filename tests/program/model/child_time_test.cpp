#include "model/child_time.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace child_time_test {

namespace program = trace2::program;
namespace read = trace2::read;

namespace {

using interval = std::pair<std::int64_t, std::int64_t>;

/// A parent from 0 to 1,000 with one child, whose sessions have these beginnings and ends.
program::child_time time_of(std::int64_t begin, std::int64_t duration,
                            std::vector<interval> const& sessions, bool is_left_alone = false) {
  program::model trace;
  trace.processes.emplace_back().end = moment_ns(1'000);
  program::child_node& child = trace.children.emplace_back();
  child.begin = moment_ns(begin);
  if (duration >= 0) child.duration = ns(duration);
  child.is_left_alone = is_left_alone;
  for (auto const& [from, to] : sessions) {
    child.sessions.push_back(static_cast<program::node_index>(trace.processes.size()));
    program::process_node& session = trace.processes.emplace_back();
    session.begin = moment_ns(from);
    session.end = moment_ns(to);
  }
  return program::time_of(trace, child);
}

void check(program::child_time const& time, program::child_time const& expected) {
  CHECK(time.duration == expected.duration);
  CHECK(time.start == expected.start);
  CHECK(time.between == expected.between);
  CHECK(time.end == expected.end);
  CHECK(time.is_outlasted == expected.is_outlasted);
}

}  // namespace

TEST_CASE("a program becomes another one of its process id, and no process that it has forked",
          "[export]") {
  auto const becomes = [](std::string_view next, std::int64_t begin) {
    program::model trace;
    program::process_node& first = trace.processes.emplace_back();
    first.sid = "A-P0000000a";
    first.end = moment_ns(10'000'000);
    first.state = read::process_state::transformed;
    program::process_node& second = trace.processes.emplace_back();
    second.sid = "A-P0000000a/" + std::string{next};
    second.parent = 0;
    second.begin = moment_ns(begin);
    return program::is_successor(trace, second);
  };
  CHECK(becomes("B-P0000000a", 10'005'000));
  CHECK_FALSE(becomes("B-P0000000b", 10'005'000));
  CHECK(becomes("unknown", 10'005'000));
  CHECK_FALSE(becomes("unknown", 5'000'000));
}

TEST_CASE("what a program became, and what that became, belongs to its time", "[export]") {
  program::model trace;
  for (std::int64_t const begin : {0, 100, 300}) {
    auto const index = static_cast<program::node_index>(trace.processes.size());
    program::process_node& added = trace.processes.emplace_back();
    added.begin = moment_ns(begin);
    added.end = moment_ns(begin + 80);
    added.state = read::process_state::transformed;
    if (index == 0) continue;
    added.parent = index - 1;
    trace.processes[added.parent].strangers.push_back(index);
  }
  program::process_span const span = program::span_of(trace, 0);
  CHECK(span.wall == ns(240));
  CHECK(span.between == ns(140));
  CHECK(span.total() == ns(380));
  CHECK(program::span_of(trace, 2).total() == ns(80));
}

TEST_CASE("a child takes time to start and to end", "[export]") {
  check(time_of(100, 50, {{120, 145}}), {.duration = ns(50), .start = ns(20), .end = ns(5)});
}

TEST_CASE("between the sessions of a child its shell runs", "[export]") {
  check(time_of(100, 100, {{110, 120}, {130, 140}, {135, 150}}),
        {.duration = ns(100), .start = ns(10), .between = ns(10), .end = ns(50)});
}

TEST_CASE("a child without an end lasts as long as its parent", "[export]") {
  check(time_of(900, -1, {{910, 980}}), {.duration = ns(100), .start = ns(10), .end = ns(20)});
  check(time_of(1'100, -1, {}), {.duration = ns(0)});
}

TEST_CASE("clocks that disagree take no time away from sessions", "[export]") {
  check(time_of(100, 50, {{90, 140}}), {.duration = ns(50)});
  check(time_of(100, 50, {{90, 130}}), {.duration = ns(50), .end = ns(10)});
  check(time_of(100, 50, {{140, 180}}), {.duration = ns(50), .start = ns(10)});
  check(time_of(100, 50, {{100, 180}}), {.duration = ns(50), .is_outlasted = true});
}

TEST_CASE("of a child that is left alone only the duration is known", "[export]") {
  check(time_of(100, 50, {{110, 500}}, true), {.duration = ns(50), .is_outlasted = true});
}

TEST_CASE("nobody knows when a script starts and ends", "[export]") {
  program::model trace;
  trace.processes.resize(2);
  trace.processes[1].sid = "S/T-P00000010";
  trace.processes[1].begin = moment_ns(120);
  trace.processes[1].end = moment_ns(145);
  program::child_node& child = trace.children.emplace_back();
  child.begin = moment_ns(100);
  child.duration = ns(50);
  child.sessions = {1};
  child.pid = 16;
  check(program::time_of(trace, child), {.duration = ns(50), .start = ns(20), .end = ns(5)});
  child.pid = 17;
  check(program::time_of(trace, child), {.duration = ns(50), .between = ns(25)});
  CHECK(program::time_of(trace, child).is_script);
}

TEST_CASE("without process ids the program tells a script from its processes", "[export]") {
  auto const is_script = [](std::string_view started, std::string_view session) {
    program::model trace;
    trace.processes.resize(2);
    trace.processes[1].sid = "S/T";
    trace.processes[1].command = session;
    trace.processes[1].begin = moment_ns(120);
    trace.processes[1].end = moment_ns(145);
    program::child_node& child = trace.children.emplace_back();
    child.command = started;
    child.begin = moment_ns(100);
    child.duration = ns(50);
    child.sessions = {1};
    return program::time_of(trace, child).is_script;
  };
  CHECK(is_script("pre-push", "git log -1"));
  CHECK_FALSE(is_script("git rev-list --all", "/usr/lib/git-core/git rev-list --all"));
  CHECK_FALSE(is_script(R"('git-receive-pack '\''/a b'\''')", "git-receive-pack '/a b'"));
  CHECK_FALSE(is_script("git gc", ""));
  CHECK_FALSE(is_script("", "git gc"));
}

TEST_CASE("a session that becomes another program lasts until its end", "[export]") {
  program::model trace;
  trace.processes.resize(3);
  trace.processes[0].end = moment_ns(1'000);
  trace.processes[1].begin = moment_ns(110);
  trace.processes[1].end = moment_ns(120);
  trace.processes[1].state = read::process_state::transformed;
  trace.processes[1].strangers = {2};
  trace.processes[2].parent = 1;
  trace.processes[2].begin = moment_ns(120);
  trace.processes[2].end = moment_ns(190);
  program::child_node& child = trace.children.emplace_back();
  child.begin = moment_ns(100);
  child.duration = ns(100);
  child.sessions = {1};
  check(program::time_of(trace, child), {.duration = ns(100), .start = ns(10), .end = ns(10)});
}

}  // namespace child_time_test
