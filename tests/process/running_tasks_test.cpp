#include <trace2/process/running_tasks.hpp>
#include <trace2/process/task_state.hpp>

#include <cstdint>
#include <vector>

#include "support/catch.hpp"

namespace running_tasks_test {

using trace2::detail::open_region;
using trace2::detail::region_stack;
using trace2::detail::running_tasks;
using trace2::detail::task_state;
using moments = std::vector<std::int64_t>;

namespace {

moments in(region_stack const& regions) {
  moments all;
  for (open_region const* each = regions.begin(); each != regions.end(); ++each)
    all.push_back(each->begun);
  return all;
}

trace2::detail::static_site site{"c", "l"};

struct thread {
  region_stack regions;
  running_tasks tasks;
};

}  // namespace

TEST_CASE("a task's regions take the place of the thread's, and give it back") {
  thread here;
  here.regions.enter(1);
  here.regions.enter(2);
  task_state first{site}, second{site};
  open_region const kept[]{{11, 0}, {12, 0}};
  CHECK(here.tasks.current() == nullptr);
  REQUIRE(here.tasks.push(here.regions, first, 7, 1, 10, kept, 2));
  CHECK(in(here.regions) == moments{10, 11, 12});
  CHECK((here.tasks.current() == &first && here.tasks.id() == 7));
  here.regions.leave();
  REQUIRE(here.tasks.push(here.regions, second, 8, 1, 20, nullptr, 0));
  CHECK(in(here.regions) == moments{20});
  CHECK((here.tasks.contains(here.regions, &first) && here.tasks.contains(here.regions, &second)));
  CHECK((here.tasks.contains(here.regions, 7, 1) && here.tasks.contains(here.regions, 8, 1)));
  CHECK_FALSE((here.tasks.contains(here.regions, 7, 2) || here.tasks.contains(here.regions, 0, 0)));
  here.tasks.pop(here.regions);
  CHECK((here.tasks.era() == 1 && !here.tasks.contains(here.regions, 8, 1)));
  CHECK(in(here.regions) == moments{10, 11});
  CHECK_FALSE(here.tasks.contains(here.regions, &second));
  here.tasks.pop(here.regions);
  CHECK(in(here.regions) == moments{1, 2});
  CHECK((here.tasks.current() == nullptr && here.tasks.id() == 0));
  CHECK_FALSE(here.tasks.contains(here.regions, &first));
  CHECK_FALSE(here.tasks.contains(here.regions, &second));
}

TEST_CASE("there is room behind the regions of a task") {
  thread here;
  std::vector<open_region> const kept(1000, open_region{5, 0});
  task_state task{site};
  REQUIRE(here.tasks.push(here.regions, task, 1, 1, 4, kept.data(), kept.size()));
  CHECK(here.regions.size() == 1001);
  CHECK_FALSE(here.regions.is_full());
  here.tasks.pop(here.regions);
  CHECK(here.regions.empty());
}

TEST_CASE("the child of a fork runs no task") {
  thread here;
  task_state task{site};
  REQUIRE(here.tasks.push(here.regions, task, 1, 1, 4, nullptr, 0));
  here.tasks.forget(here.regions);
  CHECK(here.regions.empty());
  CHECK(here.tasks.current() == nullptr);
  CHECK_FALSE(here.tasks.contains(here.regions, &task));
}

}  // namespace running_tasks_test
