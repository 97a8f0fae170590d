#include <trace2/call/verb_table.hpp>
#include <trace2/process/state/object_switches.hpp>

#include "support/catch.hpp"

namespace object_switches_test {

using namespace trace2::detail;

namespace {

constexpr verb_table first{};
constexpr verb_table second{};

void refuse(char const*) noexcept {}

/// A switch as another object has it.
struct switch_of_other : object_switch {
  switch_of_other() noexcept : object_switch{"v0", {}, {}, nullptr} {}
};

}  // namespace

TEST_CASE("all switches of a list lead to the session, until it ends") {
  object_switch_list list;
  switch_of_other here;
  switch_of_other there;
  list.add(here);
  list.add(there);
  CHECK(here.verbs.load_relaxed() == nullptr);
  list.open(first, &refuse);
  for (object_switch const* each : {&here, &there}) {
    CHECK(each->verbs.load_relaxed() == &first);
    CHECK(each->refuse.load_relaxed() == &refuse);
  }
  list.close();
  for (object_switch const* each : {&here, &there}) {
    CHECK(each->verbs.load_relaxed() == nullptr);
    CHECK(each->refuse.load_relaxed() == nullptr);
  }
  list.open(second, &refuse);
  CHECK(there.verbs.load_relaxed() == &second);
}

TEST_CASE("a switch that is added during a session leads there too, however often") {
  object_switch_list list;
  switch_of_other late;
  list.open(first, &refuse);
  list.add(late);
  list.add(late);
  CHECK(late.verbs.load_relaxed() == &first);
  list.close();
  CHECK(late.verbs.load_relaxed() == nullptr);
}

}  // namespace object_switches_test
