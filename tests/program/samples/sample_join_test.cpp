#include "samples/sample_join.hpp"

#include <trace2/read/traced_process.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "samples/sample_set.hpp"
#include "support/catch.hpp"
#include "support/times.hpp"

namespace sample_join_test {

using namespace trace2::program;
namespace read = trace2::read;

namespace {

/// Samples of process 7, whose main thread has this number too.
sample_set samples_at(std::initializer_list<std::int64_t> moments, std::uint32_t tid = 7) {
  sample_set all;
  for (std::int64_t const at : moments) all.samples.push_back({.at = moment_ns(at), .pid = 7, .tid = tid});
  return all;
}

std::uint64_t count_in(joined_samples const& of, node_index region) {
  auto const found = of.of_region.find(region);
  std::uint64_t sum = 0;
  if (found != of.of_region.end())
    for (stack_count const& each : found->second) sum += each.count;
  return sum;
}

/// A thread of process 7 whose events come one after another.
struct thread {
  explicit thread(sample_join& with, std::string name = "main", std::int64_t begin = 10)
      : join{with} {
    process.sid = "20000101T000000.000000Z-Hlocalhost-P00000007";
    process.begin = moment_ns(begin);
    one.name = std::move(name);
    one.begin = one.last = moment_ns(begin);
    one.number = one.is_main() ? 1 : 2;
    join.process_began(process, 0);
    join.thread_began(process, one);
  }
  void move(std::int64_t at, node_index region, node_index task = no_node) {
    one.last = moment_ns(at);
    join.moved(one, {region, task});
  }
  void end(std::int64_t at) {
    one.last = moment_ns(at);
    join.thread_ended(one);
  }

  sample_join& join;
  read::traced_process process;
  read::traced_thread one;
};

}  // namespace

TEST_CASE("a sample belongs to what was the innermost region at its time") {
  auto all = samples_at({15, 20, 24, 25, 39, 30});
  sample_join join{all};
  thread main{join};
  main.move(10, 1);
  main.move(20, 2);
  main.move(25, 1);
  main.end(40);
  auto const found = join.complete();
  CHECK(count_in(found, 1) == 4);
  CHECK(count_in(found, 2) == 2);
  CHECK(found.outside.empty());
  CHECK(found.total == 6);
}

TEST_CASE("samples before the first and after the last event belong to the process alone") {
  auto all = samples_at({5, 9, 10, 40, 41});
  sample_join join{all};
  thread main{join};
  main.move(10, 1);
  main.end(40);
  auto const found = join.complete();
  CHECK(count_in(found, 1) == 1);
  REQUIRE(found.outside.count(0) == 1);
  CHECK(found.outside.at(0).front().count == 4);
}

TEST_CASE("a thread is known by the number that it tells, and else is another one of its process") {
  for (bool const tells : {true, false}) {
    auto all = samples_at({15, 25}, 8);
    sample_join join{all};
    thread worker{join, "th01:worker"};
    if (tells) join.identified(worker.one, 8);
    worker.move(10, 1);
    worker.end(40);
    auto const found = join.complete();
    CHECK(count_in(found, 1) == (tells ? 2 : 0));
    CHECK(found.of_other_threads.empty() == tells);
  }
}

TEST_CASE("a sample of a task is in the tree of the thread and in that of the task") {
  auto all = samples_at({15});
  sample_join join{all};
  thread main{join};
  main.move(10, 1, 5);
  main.end(40);
  auto const found = join.complete();
  CHECK(count_in(found, 1) == 1);
  CHECK(count_in(found, 5) == 1);
  CHECK(found.total == 1);
}

TEST_CASE("a wait is in the region that has its middle, though clocks differ by a little") {
  using enum sample_kind;
  for (std::int64_t const error : {-3, 0, 3}) {
    sample_set all;
    for (auto const& [at, kind] : {std::pair{20, switched}, {21, waits}, {39, resumed}})
      all.samples.push_back({.at = moment_ns(at + error), .pid = 7, .tid = 7, .kind = kind});
    sample_join join{all};
    thread main{join};
    main.move(10, 1);
    main.move(20, 2);
    main.move(40, 1);
    main.end(50);
    auto const found = join.complete();
    REQUIRE(found.waits_of_region.size() == 1);
    CHECK(found.waits_of_region.at(2).front().count == 18);
    CHECK(found.wait_counts_of_region.at(2).waits == 1);
    CHECK(found.of_region.empty());
    CHECK(found.total == 0);
  }
}

TEST_CASE("of programs that follow each other in one process each has its own samples") {
  auto all = samples_at({15, 55});
  sample_join join{all};
  thread first{join};
  first.move(10, 1);
  first.end(20);
  thread second{join, "main", 50};
  second.one.number = 3;
  join.thread_began(second.process, second.one);
  second.move(50, 2);
  second.end(60);
  auto const found = join.complete();
  CHECK(count_in(found, 1) == 1);
  CHECK(count_in(found, 2) == 1);
}

TEST_CASE("each sample tells its region, or the process of its other thread, or neither") {
  auto all = samples_at({5, 15, 40});
  all.samples.push_back({.at = moment_ns(16), .pid = 7, .tid = 8});
  sample_join join{all};
  thread main{join};
  main.move(10, 3);
  main.end(40);
  auto const places = join.complete().places;
  REQUIRE(places.size() == 4);
  CHECK(places[0].region == no_node);
  CHECK(places[0].process == no_node);
  CHECK(places[1].region == 3);
  CHECK(places[2].region == no_node);
  CHECK(places[3].region == no_node);
  CHECK(places[3].process == 0);
}

TEST_CASE("samples of other processes are counted") {
  auto all = samples_at({15});
  all.samples.front().pid = all.samples.front().tid = 99;
  sample_join join{all};
  thread main{join};
  main.end(40);
  CHECK(join.complete().elsewhere == 1);
}

}  // namespace sample_join_test
