#include <trace2/process/threads/task_state.hpp>

#include "support/catch.hpp"

namespace task_state_test {

using trace2::detail::static_site;
using trace2::detail::task_state;

TEST_CASE("one thread at a time runs a task") {
  task_state task{"c", "l", {}};
  CHECK(task.begin_run());
  CHECK_FALSE(task.begin_run());
  CHECK_FALSE(task.end_run());
  CHECK(task.begin_run());
}

TEST_CASE("a task ends with its last user") {
  task_state first{"c", "l", {}}, second{"c", "l", {}};
  CHECK(first.let_go());
  REQUIRE(second.begin_run());
  CHECK_FALSE(second.let_go());
  CHECK_FALSE(second.begin_run());
  CHECK(second.end_run());
}

TEST_CASE("names are those of a place, or its own") {
  static static_site site{"net", "get", {"f.cpp", 3}};
  task_state const placed{site};
  CHECK((placed.category() == "net" && placed.label() == "get" && placed.at().line == 3));
  char const* const label = "put";
  task_state const named{"net", label, {"f.cpp", 4}};
  CHECK((named.category() == "net" && named.label() == "put" && named.at().line == 4));
}

TEST_CASE("a task takes 192 bytes at most") { STATIC_REQUIRE(sizeof(task_state) <= 192); }

}  // namespace task_state_test
