#include <trace2/process/running_tasks.hpp>
#include <trace2/process/task_state.hpp>

#include <cstdint>
#include <vector>

#include "support/catch.hpp"

namespace running_tasks_test {

using trace2::detail::basic_buffer;
using trace2::detail::running_tasks;
using trace2::detail::task_state;
using moments = std::vector<std::int64_t>;

namespace {

moments in(basic_buffer<std::int64_t> const& regions) { return {regions.begin(), regions.end()}; }

trace2::detail::static_site site{"c", "l"};

struct thread {
  basic_buffer<std::int64_t> regions;
  running_tasks tasks;
};

}  // namespace

TEST_CASE("a task's regions take the place of the thread's, and give it back") {
  thread here;
  here.regions.push_back(1);
  here.regions.push_back(2);
  task_state first{site}, second{site};
  moments const kept{11, 12};
  CHECK(here.tasks.current() == nullptr);
  REQUIRE(here.tasks.push(here.regions, first, 7, 10, kept.data(), kept.size()));
  CHECK(in(here.regions) == moments{10, 11, 12});
  CHECK((here.tasks.current() == &first && here.tasks.id() == 7));
  here.regions.pop_back();
  REQUIRE(here.tasks.push(here.regions, second, 8, 20, nullptr, 0));
  CHECK(in(here.regions) == moments{20});
  CHECK((here.tasks.contains(&first) && here.tasks.contains(&second)));
  here.tasks.pop(here.regions);
  CHECK(in(here.regions) == moments{10, 11});
  CHECK_FALSE(here.tasks.contains(&second));
  here.tasks.pop(here.regions);
  CHECK(in(here.regions) == moments{1, 2});
  CHECK((here.tasks.current() == nullptr && here.tasks.id() == 0));
  CHECK_FALSE(here.tasks.contains(&first));
  CHECK_FALSE(here.tasks.contains(&second));
}

TEST_CASE("there is room behind the regions of a task") {
  thread here;
  moments const kept(1000, 5);
  task_state task{site};
  REQUIRE(here.tasks.push(here.regions, task, 1, 4, kept.data(), kept.size()));
  CHECK(here.regions.size() == 1001);
  CHECK(here.regions.capacity() > 1001);
  here.tasks.pop(here.regions);
  CHECK(here.regions.empty());
}

TEST_CASE("the child of a fork runs no task") {
  thread here;
  task_state task{site};
  REQUIRE(here.tasks.push(here.regions, task, 1, 4, nullptr, 0));
  here.tasks.forget();
  CHECK(here.tasks.current() == nullptr);
  CHECK_FALSE(here.tasks.contains(&task));
}

}  // namespace running_tasks_test
