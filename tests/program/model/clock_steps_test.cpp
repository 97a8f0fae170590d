#include "model/clock_steps.hpp"

#include <cstdint>
#include <string>

#include "model/model.hpp"
#include "model/node_index.hpp"
#include "support/catch.hpp"
#include "support/times.hpp"

namespace clock_steps_test {

using namespace trace2::program;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// A parent of 10 s with a child from the first to the ninth second, while the clock was set by 5
/// s.
struct stepped {
  stepped() {
    trace.processes.push_back(
        {.sid = "S", .end = moment_ns(10 * second), .clock_step = ns(5 * second)});
    trace.children.push_back({.begin = moment_ns(second), .duration = ns(8 * second)});
    trace.processes[0].children = {0};
  }
  node_index process(std::int64_t begin, std::int64_t end, node_index parent = 0,
                     std::string const& sid = "S/x") {
    auto const index = static_cast<node_index>(trace.processes.size());
    auto const root = static_cast<node_index>(trace.regions.size());
    trace.regions.push_back({.first_child = root + 1, .begin = moment_ns(begin)});
    trace.regions.push_back({.parent = root, .begin = moment_ns(begin + 1)});
    trace.threads.push_back(
        {.process = index, .root = root, .begin = moment_ns(begin), .end = moment_ns(end)});
    trace.processes.push_back(
        {.sid = sid, .parent = parent, .begin = moment_ns(begin), .end = moment_ns(end)});
    return index;
  }
  trace2::read::moment begin_of(node_index process) const { return trace.processes[process].begin; }

  model trace;
};

}  // namespace

TEST_CASE("what began behind the step is put back with all that it started", "[read]") {
  stepped made;
  node_index const child = made.process(7 * second, 13 * second);
  node_index const inner = made.process(8 * second, 9 * second, child, "S/x/y");
  made.trace.children.push_back({.process = child, .begin = moment_ns(8 * second)});
  follow_clock_steps(made.trace);
  CHECK((made.begin_of(child) == moment_ns(2 * second) &&
         made.trace.processes[child].end == moment_ns(8 * second)));
  CHECK(made.begin_of(inner) == moment_ns(3 * second));
  CHECK(made.trace.children[1].begin == moment_ns(3 * second));
  CHECK((made.trace.threads[0].begin == moment_ns(2 * second) &&
         made.trace.threads[0].end == moment_ns(8 * second)));
  CHECK((made.trace.regions[0].begin == moment_ns(2 * second) &&
         made.trace.regions[1].begin == moment_ns(2 * second + 1)));
  CHECK((made.trace.begin == moment_ns(0) && made.trace.end == moment_ns(10 * second)));
}

TEST_CASE("what lies inside of a child as it is stays", "[read]") {
  stepped made;
  node_index const before = made.process(2 * second, 3 * second);
  node_index const outside = made.process(20 * second, 21 * second);
  node_index const with_clock = made.process(7 * second, 13 * second);
  made.trace.processes[with_clock].has_parents_clock = true;
  follow_clock_steps(made.trace);
  CHECK(made.begin_of(before) == moment_ns(2 * second));
  CHECK(made.begin_of(outside) == moment_ns(20 * second));
  CHECK(made.begin_of(with_clock) == moment_ns(7 * second));
}

TEST_CASE("a process id names the child that counts", "[read]") {
  stepped made;
  made.trace.children[0].pid = 0x10;
  made.trace.children.push_back(
      {.begin = moment_ns(7 * second), .duration = ns(9 * second), .pid = 0x11});
  made.trace.processes[0].children = {0, 1};
  node_index const of_first = made.process(7 * second, 13 * second, 0, "S/t-P00000010");
  node_index const of_other = made.process(7 * second, 13 * second, 0, "S/t-P00000011");
  follow_clock_steps(made.trace);
  CHECK(made.begin_of(of_first) == moment_ns(2 * second));
  CHECK(made.begin_of(of_other) == moment_ns(7 * second));
}

TEST_CASE("a clock that was set back puts processes forward", "[read]") {
  stepped made;
  made.trace.processes[0].clock_step = ns(-5 * second);
  node_index const child = made.process(-3 * second, 3 * second);
  follow_clock_steps(made.trace);
  CHECK((made.begin_of(child) == moment_ns(2 * second) &&
         made.trace.processes[child].put_back == ns(-5 * second)));
}

}  // namespace clock_steps_test
