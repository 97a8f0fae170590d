#include <trace2/read/model_relatives.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/processor_time.hpp"

namespace model_relatives_test {

namespace tr = trace2::read;

namespace {

/// A parent "S" with children and processes.
struct family {
  family() { trace.processes.push_back({.sid = "S"}); }

  tr::node_index child(std::int64_t begin, std::int64_t duration, int pid = 1) {
    auto const index = static_cast<tr::node_index>(trace.children.size());
    trace.children.push_back({.begin = begin, .duration = duration, .pid = pid});
    trace.processes[0].children.push_back(index);
    return index;
  }
  tr::node_index process(std::int64_t begin, std::string const& component = "x") {
    trace.processes.push_back({.sid = "S/" + component, .begin = begin});
    return static_cast<tr::node_index>(trace.processes.size() - 1);
  }
  tr::node_index child_of(tr::node_index process) const { return trace.processes[process].child; }

  tr::model trace;
};

constexpr std::int64_t second = 1'000'000;

}  // namespace

TEST_CASE("a process belongs to the child with its process id that runs", "[read][R-CHD-10]") {
  family made;
  made.child(0, second, 0x10);
  tr::node_index const running = made.child(2 * second, second, 0x10);
  made.child(2 * second, second, 0x11);
  tr::node_index const process = made.process(2 * second + 1, "t-P00000010");
  tie_relatives(made.trace);
  CHECK(made.child_of(process) == running);
}

TEST_CASE("what a process has become by exec belongs to none of its children", "[read]") {
  family made;
  made.trace.processes[0].sid = "t-P00000009";
  made.child(0, -1, 0x10);
  auto const add = [&](std::string const& component) {
    tr::node_index const process = made.process(second);
    made.trace.processes[process].sid = "t-P00000009/" + component;
    return process;
  };
  tr::node_index const successor = add("u-P00000009");
  tr::node_index const other = add("u-P00000011");
  made.trace.processes[0].state = tr::process_state::transformed;
  tie_relatives(made.trace);
  CHECK(made.child_of(successor) == tr::no_node);
  CHECK(made.trace.processes[0].strangers == std::vector<tr::node_index>{successor});
  CHECK(made.child_of(other) == 0);
}

TEST_CASE("other processes belong to the child that began last", "[read]") {
  family made;
  made.child(0, 9 * second);
  tr::node_index const last = made.child(second, 2 * second);
  made.child(4 * second, second);
  tr::node_index const process = made.process(2 * second);
  tr::node_index const stranger = made.process(20 * second);
  tie_relatives(made.trace);
  CHECK(made.child_of(process) == last);
  CHECK(made.trace.processes[0].strangers == std::vector<tr::node_index>{stranger});
}

TEST_CASE("a child without a process is the better guess", "[read]") {
  family made;
  tr::node_index const free = made.child(0, 9 * second);
  tr::node_index const taken = made.child(second, 5 * second, 0x10);
  tr::node_index const certain = made.process(second, "t-P00000010");
  tr::node_index const guessed = made.process(2 * second);
  tr::node_index const surplus = made.process(3 * second);
  tie_relatives(made.trace);
  CHECK(made.child_of(certain) == taken);
  CHECK(made.child_of(guessed) == free);
  CHECK(made.child_of(surplus) == taken);
}

TEST_CASE("a child that never started has no process", "[read]") {
  family made;
  made.child(0, second, -1);
  tr::node_index const process = made.process(1);
  tie_relatives(made.trace);
  CHECK(made.child_of(process) == tr::no_node);
}

TEST_CASE("the children of several parents keep apart", "[read]") {
  tr::model trace;
  for (char const* const sid : {"B", "A", "B/x-P00000010", "A/x-P00000010", "A/y", "B/y"})
    trace.processes.push_back({.sid = sid, .begin = second});
  for (tr::node_index const parent : {0u, 1u})
    for (int const pid : {0x11, 0x10, 0x12}) {
      trace.processes[parent].children.push_back(
          static_cast<tr::node_index>(trace.children.size()));
      trace.children.push_back({.process = parent, .duration = 2 * second, .pid = pid});
    }
  tie_relatives(trace);
  std::vector<tr::node_index> found;
  for (tr::process_node const& process : trace.processes) found.push_back(process.child);
  CHECK(found == std::vector<tr::node_index>{tr::no_node, tr::no_node, 1, 4, 5, 2});
  CHECK(trace.roots == std::vector<tr::node_index>{0, 1});
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
