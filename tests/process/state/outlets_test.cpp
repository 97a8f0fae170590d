#include <trace2/call/verb_table.hpp>
#include <trace2/process/state/outlets.hpp>

#include "support/catch.hpp"

namespace outlets_test {

using namespace trace2::detail;

namespace {

constexpr verb_table first{};
constexpr verb_table second{};

void refuse(char const*) noexcept {}

/// An outlet as another object has it.
struct outlet_of_other : outlet {
  outlet_of_other() noexcept : outlet{"v0", {}, {}, nullptr} {}
};

}  // namespace

TEST_CASE("all outlets of a list lead to the session, until it ends") {
  outlet_list list;
  outlet_of_other here;
  outlet_of_other there;
  list.add(here);
  list.add(there);
  CHECK(here.verbs.load_relaxed() == nullptr);
  list.open(first, &refuse);
  for (outlet const* each : {&here, &there}) {
    CHECK(each->verbs.load_relaxed() == &first);
    CHECK(each->refuse.load_relaxed() == &refuse);
  }
  list.close();
  for (outlet const* each : {&here, &there}) {
    CHECK(each->verbs.load_relaxed() == nullptr);
    CHECK(each->refuse.load_relaxed() == nullptr);
  }
  list.open(second, &refuse);
  CHECK(there.verbs.load_relaxed() == &second);
}

TEST_CASE("an outlet that is added during a session leads there too, however often") {
  outlet_list list;
  outlet_of_other late;
  list.open(first, &refuse);
  list.add(late);
  list.add(late);
  CHECK(late.verbs.load_relaxed() == &first);
  list.close();
  CHECK(late.verbs.load_relaxed() == nullptr);
}

}  // namespace outlets_test
