#include <trace2/process/threads/running_tasks.hpp>
#include <trace2/process/threads/task_state.hpp>

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

  void push(task_state& task) {
    REQUIRE(regions.reserve(task.regions.size() + running_tasks::room));
    tasks.push(regions, task, task.regions.data(), task.regions.size());
  }
};

void set(task_state& task, std::uint64_t id, std::int64_t begun) {
  task.id = id;
  task.era = 1;
  task.begun = begun;
}

}  // namespace

TEST_CASE("a task's regions take the place of the thread's, and give it back") {
  thread here;
  here.regions.enter(1);
  here.regions.enter(2);
  task_state first{site}, second{site};
  set(first, 7, 10);
  set(second, 8, 20);
  open_region const kept[]{{11, 0}, {12, 0}};
  first.regions.keep(kept, 2);
  CHECK(here.tasks.current() == nullptr);
  here.push(first);
  CHECK(in(here.regions) == moments{10, 11, 12});
  CHECK((here.tasks.current() == &first && here.tasks.id() == 7));
  here.regions.leave();
  CHECK(here.tasks.is_only(7, 1));
  here.push(second);
  CHECK(in(here.regions) == moments{20});
  CHECK((here.tasks.is_current(8, 1) && !here.tasks.is_current(8, 2)));
  CHECK_FALSE((here.tasks.is_only(8, 1) || here.tasks.is_current(7, 1)));
  CHECK((here.tasks.contains(&first) && here.tasks.contains(&second)));
  CHECK((here.tasks.contains(7, 1) && here.tasks.contains(8, 1)));
  CHECK_FALSE((here.tasks.contains(7, 2) || here.tasks.contains(0, 0)));
  here.tasks.pop(here.regions);
  CHECK((here.tasks.is_current(7, 1) && !here.tasks.contains(8, 1)));
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
  std::vector<open_region> const kept(1000, open_region{5, 0});
  task_state task{site};
  task.regions.keep(kept.data(), kept.size());
  here.push(task);
  CHECK(here.regions.size() == 1001);
  CHECK_FALSE(here.regions.is_full());
  here.tasks.pop_last(here.regions);
  CHECK((here.regions.empty() && here.tasks.current() == nullptr));
}

TEST_CASE("the child of a fork runs no task") {
  thread here;
  task_state task{site};
  here.push(task);
  here.tasks.forget(here.regions);
  CHECK(here.regions.empty());
  CHECK(here.tasks.current() == nullptr);
  CHECK_FALSE(here.tasks.contains(&task));
}

TEST_CASE("a thread keeps the memory of one task for the next one") {
  running_tasks tasks;
  void* const first = tasks.take_memory(200);
  void* const second = tasks.take_memory(200);
  REQUIRE((first != nullptr && second != nullptr && first != second));
  tasks.give_memory(first);
  tasks.give_memory(second);
  CHECK(tasks.take_memory(200) == first);
  tasks.give_memory(first);
}

}  // namespace running_tasks_test
