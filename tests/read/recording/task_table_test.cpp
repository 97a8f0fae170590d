#include <trace2/read/limits.hpp>
#include <trace2/read/recording/task_table.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/catch.hpp"
#include "support/processor_time.hpp"

namespace task_table_test {

using trace2::read::memory_budget;
using trace2::read::recording::stored_event;
using trace2::read::recording::task_table;
using kind = trace2::detail::recording::kind;

namespace {

constexpr std::size_t most = 100'000;

struct tasks {
  /// An event of the task that a thread runs, or about a task, at a microsecond.
  stored_event tell(kind what, std::uint64_t task, std::int64_t at, int open = 1) {
    stored_event event;
    event.kind = what;
    event.nanoseconds = at * 1000;
    event.open_regions = open;
    (event.is_about_task() ? event.value : event.task) = task;
    table.complete(event);
    return event;
  }

  memory_budget memory{most};
  task_table table{memory};
};

}  // namespace

TEST_CASE("the end of a task tells what its records leave out", "[read]") {
  tasks all;
  all.tell(kind::task_begin, 7, 10);
  all.tell(kind::task_run, 7, 11);
  all.tell(kind::task_pause, 7, 13);
  all.tell(kind::task_run, 7, 20);
  all.tell(kind::task_pause, 7, 21);
  stored_event const end = all.tell(kind::task_end, 7, 30);
  CHECK(end.t_rel() == 20);
  CHECK(end.t_run == 3);
}

TEST_CASE("times of a damaged recording may be as far apart as numbers can be", "[read]") {
  tasks all;
  auto const at = [&all](kind what, std::int64_t nanoseconds) {
    stored_event event;
    event.kind = what;
    event.value = 7;
    event.nanoseconds = nanoseconds;
    all.table.complete(event);
    return event;
  };
  at(kind::task_begin, INT64_MIN);
  at(kind::task_run, INT64_MIN);
  at(kind::task_pause, INT64_MAX);
  CHECK(at(kind::task_end, INT64_MAX).t_run == INT64_MAX / 1000);
  at(kind::task_run, INT64_MIN);
  at(kind::task_pause, INT64_MAX);
  CHECK(at(kind::task_end, INT64_MIN).t_run == 0);
}

TEST_CASE("regions nest within their task, and count from their beginning", "[read]") {
  tasks all;
  all.tell(kind::task_begin, 7, 10);
  all.tell(kind::task_run, 7, 11);
  CHECK(all.tell(kind::region_enter, 7, 12).open_regions == 1);
  CHECK(all.tell(kind::wait_enter, 7, 13).open_regions == 2);
  CHECK(all.tell(kind::data_signed, 7, 15).t_rel() == 2);
  all.tell(kind::task_pause, 7, 16, 3);
  all.tell(kind::task_run, 7, 20, 3);
  stored_event const inner = all.tell(kind::wait_leave, 7, 21);
  CHECK((inner.t_rel() == 8 && inner.open_regions == 2));
  stored_event const outer = all.tell(kind::region_leave, 7, 22);
  CHECK((outer.t_rel() == 10 && outer.open_regions == 1));
  CHECK(all.tell(kind::data_signed, 7, 25).t_rel() == 15);
}

TEST_CASE("a new task is indented by the regions around it", "[read]") {
  tasks all;
  all.tell(kind::task_begin, 7, 10);
  all.tell(kind::region_enter, 7, 12);
  stored_event inner;
  inner.kind = kind::task_begin;
  inner.value = 8;
  inner.task = 7;
  all.table.complete(inner);
  CHECK(inner.open_regions == 2);
}

TEST_CASE("what a ring has overwritten counts from the first event that is left", "[read]") {
  tasks all;
  all.tell(kind::task_run, 7, 11, 3);
  CHECK(all.tell(kind::region_leave, 7, 12).open_regions == 2);
  CHECK(all.tell(kind::region_leave, 7, 13).open_regions == 1);
  CHECK(all.tell(kind::task_end, 7, 14).t_rel() == 3);
  all.table.restore(8, std::vector<std::int64_t>{20'000, 21'000});
  CHECK(all.tell(kind::region_leave, 8, 25).t_rel() == 4);
  CHECK(all.tell(kind::task_end, 8, 26).t_rel() == 6);
}

TEST_CASE("tasks take memory while they are open", "[read]") {
  tasks all;
  for (std::uint64_t task = 1; task < 100'000; ++task) {
    all.tell(kind::task_begin, task, 1);
    all.tell(kind::region_enter, task, 1);
    all.tell(kind::task_end, task, 1);
  }
  CHECK(all.memory.left() == most);
  CHECK(all.table.left_out() == 0);
  for (std::uint64_t task = 1; task < 10'000; ++task) all.tell(kind::task_begin, task, 1);
  CHECK(all.table.left_out() > 0);
  CHECK(all.tell(kind::task_end, 9'999, 5).t_rel() == 0);
}

TEST_CASE("a task has so many open regions and no more", "[read]") {
  tasks all{.memory = memory_budget{std::size_t{64} << 20}};
  constexpr std::size_t most_regions = trace2::read::limits::open_regions;
  for (std::size_t i = 0; i < most_regions; ++i) all.tell(kind::region_enter, 7, 10);
  CHECK(all.table.left_out() == 0);
  all.tell(kind::region_enter, 7, 10);
  CHECK(all.table.left_out() == 1);
}

TEST_CASE("a forged number of regions takes no memory", "[read]") {
  tasks all;
  all.tell(kind::task_run, 7, 11, 1 << 24);
  CHECK(all.memory.left() > most - 20'000);
}

TEST_CASE("no choice of numbers makes tasks slow to find", "[read]") {
  constexpr std::uint64_t buckets = 20'753;  // of a hash table of 16,000 entries
  CHECK(support::takes_linear_time(2'000, [](std::size_t count) {
    tasks all{.memory = memory_budget{10'000'000}};
    for (std::uint64_t i = 1; i <= count; ++i) all.tell(kind::task_begin, i * buckets, 10);
  }));
}

}  // namespace task_table_test
