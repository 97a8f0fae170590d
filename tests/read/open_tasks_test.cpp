#include <trace2/read/open_tasks.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/catch.hpp"
#include "support/processor_time.hpp"
#include "support/times.hpp"

namespace open_tasks_test {

using namespace trace2::read;

TEST_CASE("tasks are found by their numbers, and stay in place while others come and go",
          "[read]") {
  open_tasks tasks;
  CHECK(tasks.empty());
  CHECK(tasks.find(7) == nullptr);
  open_task& first = tasks.add(7);
  CHECK(first.id == 7);
  for (std::uint64_t id = 100; id < 200; ++id) tasks.add(id);
  CHECK(tasks.find(7) == &first);
  CHECK(tasks.size() == 101);
  tasks.erase(*tasks.find(150));
  CHECK(tasks.find(150) == nullptr);
  CHECK(tasks.find(7) == &first);
}

TEST_CASE("tasks come in the order of their beginnings, not of their numbers", "[read]") {
  open_tasks tasks;
  for (std::uint64_t const id : {5u, 9u, 1u}) tasks.add(id).number = tasks.size();
  std::vector<std::uint64_t> ids;
  for (open_task const* const task : tasks.in_order()) ids.push_back(task->id);
  CHECK(ids == std::vector<std::uint64_t>{5, 9, 1});
}

TEST_CASE("the time of a task is taken once, and never backwards", "[read]") {
  open_task task;
  task.since = moment_ns(100);
  CHECK(task.take_time(moment_ns(150)) == ns(50));
  CHECK(task.take_time(moment_ns(150)) == ns(0));
  CHECK(task.take_time(moment_ns(120)) == ns(0));
  CHECK(task.take_time(moment_ns(170)) == ns(20));
}

TEST_CASE("waiting belongs to the innermost region, or else to the task", "[read]") {
  open_task task;
  task.wait(ns(5));
  task.regions.resize(2);
  task.wait(ns(7));
  CHECK(task.waited == ns(5));
  CHECK(task.regions[0].waited == ns(0));
  CHECK(task.regions[1].waited == ns(7));
}

TEST_CASE("no choice of numbers makes tasks slow to find", "[read]") {
  constexpr std::uint64_t buckets = 20'753;  // of a hash table of 16,000 entries
  CHECK(support::takes_linear_time(2'000, [](std::size_t count) {
    open_tasks tasks;
    for (std::uint64_t i = 1; i <= count; ++i) tasks.add(i * buckets);
  }));
}

}  // namespace open_tasks_test
