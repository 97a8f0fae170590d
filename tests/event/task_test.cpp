#include <trace2/event/task.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace task_test {

using support::json;
using support::normal;
using support::perf;
using namespace trace2::event;

namespace {

constexpr trace2::duration microseconds(std::int64_t value) {
  return trace2::duration::microseconds(value);
}

std::string payload(auto const& event) {
  std::string const line = perf(event);
  return line.substr(line.rfind("| ") + 2);
}

}  // namespace

TEST_CASE("a task shows its number, its parent and its names") {
  task_begin const event{.task = 7, .parent = 3, .category = "build", .label = "compile"};
  CHECK(json(event) == R"("task":7,"parent":3,"category":"build","label":"compile")");
  CHECK(perf(event) ==
        "task_begin   |     |  1.500000 |           | build        | [t7] parent:3 label:compile");
  CHECK(payload(task_begin{.task = 7, .label = "compile", .msg = "a.o"}) ==
        "[t7] label:compile a.o");
  CHECK(payload(task_begin{.task = 7}) == "[t7]");
}

TEST_CASE("the end of a task tells how long it took, and how long threads ran it") {
  task_end const event{.task = 7,
                       .t_rel = microseconds(2000),
                       .t_run = microseconds(500),
                       .category = "build",
                       .label = "compile"};
  CHECK(json(event) == R"("task":7,"t_rel":0.002000,"t_run":0.000500,)"
                       R"("category":"build","label":"compile")");
  CHECK(perf(event) ==
        "task_end     |     |  1.500000 |  0.002000 | build        | "
        "[t7] run:0.000500 label:compile");
}

TEST_CASE("switches and links name tasks") {
  CHECK(json(task_run{.task = 7}) == R"("task":7)");
  CHECK(payload(task_pause{.task = 7}) == "[t7]");
  task_link const event{.task = 7, .other = 3, .kind = "waits_for"};
  CHECK(json(event) == R"("task":7,"other":3,"kind":"waits_for")");
  CHECK(payload(event) == "[t7] waits_for:3");
}

TEST_CASE("the regions of a task are no regions of a thread") {
  task_region_enter const enter{
      .task = 7, .nesting = 1, .category = "io", .label = "read", .msg = "a.o"};
  CHECK(json(enter) == R"("task":7,"nesting":1,"category":"io","label":"read","msg":"a.o")");
  CHECK(perf(enter) ==
        "task_region_enter |     |  1.500000 |           | io           | "
        "[t7] label:read a.o");
  task_region_leave const leave{.task = 7, .t_rel = microseconds(25), .nesting = 1};
  CHECK(json(leave) == R"("task":7,"t_rel":0.000025,"nesting":1)");
  CHECK(payload(leave) == "[t7] ");
}

TEST_CASE("NORMAL ignores tasks, as it ignores threads") {
  CHECK(normal(task_begin{.task = 7}).empty());
  CHECK(normal(task_end{.task = 7}).empty());
}

}  // namespace task_test
