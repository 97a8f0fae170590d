#include "model/model_relatives.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/processor_time.hpp"
#include "support/times.hpp"

namespace model_relatives_test {

namespace tr = trace2::read;

namespace {

/// A parent "S" with children and processes.
struct family {
  family() { trace.processes.push_back({.sid = "S"}); }

  trace2::program::node_index child(std::int64_t begin, std::int64_t duration, int pid = 1) {
    auto const index = static_cast<trace2::program::node_index>(trace.children.size());
    trace.children.push_back({.begin = moment_ns(begin), .pid = pid});
    if (duration >= 0) trace.children.back().duration = ns(duration);
    trace.processes[0].children.push_back(index);
    return index;
  }
  trace2::program::node_index process(std::int64_t begin, std::string const& component = "x") {
    trace.processes.push_back({.sid = "S/" + component, .begin = moment_ns(begin)});
    return static_cast<trace2::program::node_index>(trace.processes.size() - 1);
  }
  trace2::program::node_index child_of(trace2::program::node_index process) const {
    return trace.processes[process].child;
  }

  trace2::program::model trace;
};

constexpr std::int64_t second = 1'000'000;

}  // namespace

TEST_CASE("a process belongs to the child with its process id that runs", "[read][R-CHD-10]") {
  family made;
  made.child(0, second, 0x10);
  trace2::program::node_index const running = made.child(2 * second, second, 0x10);
  made.child(2 * second, second, 0x11);
  trace2::program::node_index const process = made.process(2 * second + 1, "t-P00000010");
  tie_relatives(made.trace);
  CHECK(made.child_of(process) == running);
}

TEST_CASE("what a process has become by exec belongs to none of its children", "[read]") {
  family made;
  made.trace.processes[0].sid = "t-P00000009";
  made.child(0, -1, 0x10);
  auto const add = [&](std::string const& component) {
    trace2::program::node_index const process = made.process(second);
    made.trace.processes[process].sid = "t-P00000009/" + component;
    return process;
  };
  trace2::program::node_index const successor = add("u-P00000009");
  trace2::program::node_index const other = add("u-P00000011");
  made.trace.processes[0].state = tr::process_state::transformed;
  tie_relatives(made.trace);
  CHECK(made.child_of(successor) == trace2::program::no_node);
  CHECK(made.trace.processes[0].strangers == std::vector<trace2::program::node_index>{successor});
  CHECK(made.child_of(other) == 0);
}

TEST_CASE("other processes belong to the child that began last", "[read]") {
  family made;
  made.child(0, 9 * second);
  trace2::program::node_index const last = made.child(second, 2 * second);
  made.child(4 * second, second);
  trace2::program::node_index const process = made.process(2 * second);
  trace2::program::node_index const stranger = made.process(20 * second);
  tie_relatives(made.trace);
  CHECK(made.child_of(process) == last);
  CHECK(made.trace.processes[0].strangers == std::vector<trace2::program::node_index>{stranger});
}

TEST_CASE("a child without a process is the better guess", "[read]") {
  family made;
  trace2::program::node_index const free = made.child(0, 9 * second);
  trace2::program::node_index const taken = made.child(second, 5 * second, 0x10);
  trace2::program::node_index const certain = made.process(second, "t-P00000010");
  trace2::program::node_index const guessed = made.process(2 * second);
  trace2::program::node_index const surplus = made.process(3 * second);
  tie_relatives(made.trace);
  CHECK(made.child_of(certain) == taken);
  CHECK(made.child_of(guessed) == free);
  CHECK(made.child_of(surplus) == taken);
}

TEST_CASE("a process belongs to the child that runs its program", "[read][R-CHD-10]") {
  family made;
  trace2::program::node_index const pack = made.child(0, 9 * second);
  trace2::program::node_index const receive = made.child(1, 9 * second);
  made.trace.children[pack].command = "git pack-objects --stdout";
  made.trace.children[receive].command = "git-receive-pack '../q.git'";
  trace2::program::node_index const first = made.process(second);
  trace2::program::node_index const other = made.process(2 * second);
  made.trace.processes[first].command = "git-receive-pack ../q.git";
  made.trace.processes[other].command = "/usr/lib/git-core/git pack-objects --stdout";
  tie_relatives(made.trace);
  CHECK(made.child_of(first) == receive);
  CHECK(made.child_of(other) == pack);
  CHECK(made.trace.remarks.empty());
}

TEST_CASE("a process that fits several children equally well is a guess, and a remark says so",
          "[read]") {
  family made;
  trace2::program::node_index const first = made.child(0, 9 * second);
  trace2::program::node_index const last = made.child(1, 9 * second);
  for (trace2::program::node_index const child : {first, last})
    made.trace.children[child].command = "git fetch";
  trace2::program::node_index const process = made.process(second);
  trace2::program::node_index const other = made.process(2 * second);
  for (trace2::program::node_index const each : {process, other}) {
    made.trace.processes[each].command = "git fetch";
    made.trace.processes[each].name = "git fetch";
  }
  tie_relatives(made.trace);
  CHECK(made.child_of(process) == first);
  CHECK(made.child_of(other) == last);
  CHECK(made.trace.processes[process].is_guessed_child);
  REQUIRE(made.trace.remarks.size() == 2);
  tr::remark const& told = *made.trace.remarks.begin();
  CHECK(told.kind == tr::remark_kind::guessed_child);
  CHECK(told.sid == "S/x");
  CHECK(told.line() ==
        "git fetch: child git fetch: other children of the parent fit this process as well");
}

TEST_CASE("a child that never started has no process", "[read]") {
  family made;
  made.child(0, second, -1);
  trace2::program::node_index const process = made.process(1);
  tie_relatives(made.trace);
  CHECK(made.child_of(process) == trace2::program::no_node);
}

TEST_CASE("the children of several parents keep apart", "[read]") {
  trace2::program::model trace;
  for (char const* const sid : {"B", "A", "B/x-P00000010", "A/x-P00000010", "A/y", "B/y"})
    trace.processes.push_back({.sid = sid, .begin = moment_ns(second)});
  for (trace2::program::node_index const parent : {0u, 1u})
    for (int const pid : {0x11, 0x10, 0x12}) {
      trace.processes[parent].children.push_back(
          static_cast<trace2::program::node_index>(trace.children.size()));
      trace.children.push_back({.process = parent, .duration = ns(2 * second), .pid = pid});
    }
  tie_relatives(trace);
  std::vector<trace2::program::node_index> found;
  for (trace2::program::process_node const& process : trace.processes)
    found.push_back(process.child);
  CHECK(found == std::vector<trace2::program::node_index>{trace2::program::no_node,
                                                          trace2::program::no_node, 1, 4, 5, 2});
  CHECK(trace.roots == std::vector<trace2::program::node_index>{0, 1});
}

TEST_CASE("a process that goes on after its parent's end stands apart", "[read]") {
  family made;
  trace2::program::node_index const ready = made.child(1, 1);
  made.trace.children[ready].is_left_alone = true;
  trace2::program::node_index const uncollected = made.child(2 * second, -1);
  trace2::program::node_index const background = made.process(1);
  trace2::program::node_index const late = made.process(2 * second);
  trace2::program::node_index const killed = made.process(20 * second);
  made.trace.processes[0].end = moment_ns(30 * second);
  made.trace.processes[0].state = tr::process_state::ended;
  made.trace.processes[background].end = moment_ns(300 * second);
  made.trace.processes[late].end = moment_ns(301 * second);
  made.trace.processes[killed].end = moment_ns(30 * second + 1'000);
  tie_relatives(made.trace);
  CHECK(made.trace.roots == std::vector<trace2::program::node_index>{0, background, late});
  for (trace2::program::node_index const each : {background, late}) {
    CHECK(made.child_of(each) == trace2::program::no_node);
    CHECK(made.trace.processes[each].parent == trace2::program::no_node);
    CHECK(made.trace.processes[each].detached_from == 0);
  }
  CHECK(made.trace.children[ready].sessions.empty());
  CHECK(made.trace.children[ready].has_outlived);
  CHECK(made.child_of(killed) == uncollected);
}

TEST_CASE("below a parent whose end is unknown a process stays that is no longer", "[read]") {
  for (std::int64_t const length : {20 * second, 40 * second}) {
    family made;
    made.trace.processes[0].end = moment_ns(30 * second);
    trace2::program::node_index const process = made.process(20 * second);
    made.trace.processes[process].end = moment_ns(20 * second + length);
    tie_relatives(made.trace);
    CHECK((made.trace.roots.size() == 1) == (length < 30 * second));
  }
}

TEST_CASE("a process stays below a parent that has become another program", "[read]") {
  family made;
  made.trace.processes[0].sid = "t-P00000009";
  made.trace.processes[0].state = tr::process_state::transformed;
  made.trace.processes[0].end = moment_ns(second);
  trace2::program::node_index const child = made.child(0, -1, 0x10);
  trace2::program::node_index const session = made.process(1);
  made.trace.processes[session].sid = "t-P00000009/u-P00000010";
  made.trace.processes[session].end = moment_ns(8 * second);
  trace2::program::node_index const successor = made.process(second);
  made.trace.processes[successor].sid = "t-P00000009/v-P00000009";
  made.trace.processes[successor].end = moment_ns(9 * second);
  tie_relatives(made.trace);
  CHECK(made.child_of(session) == child);
  CHECK(made.trace.roots == std::vector<trace2::program::node_index>{0});
}

TEST_CASE("very many children and processes take no time worth mentioning", "[read]") {
  CHECK(support::takes_linear_time(2'000, [](std::size_t count) {
    family made;
    for (std::size_t i = 0; i < count; ++i) made.child(static_cast<std::int64_t>(i), 1, 7);
    for (std::size_t i = 0; i < count; ++i)
      made.process(static_cast<std::int64_t>(i) + 9 * second, "t-P00000007");
    tie_relatives(made.trace);
    REQUIRE(made.trace.processes[0].strangers.size() == count);
  }));
}

}  // namespace model_relatives_test
