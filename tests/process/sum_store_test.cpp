#include <trace2/process/sum_store.hpp>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

namespace sum_store_test {

using trace2::detail::counter_sum;
using trace2::detail::sum_definition;
using trace2::detail::sum_registry;
using trace2::detail::sum_store;
using trace2::detail::timer_sum;

TEST_CASE("a counter adds, and wraps around at 2^64", "[R-CTR-01]") {
  counter_sum cell;
  CHECK_FALSE(cell.is_used());
  cell.add(3);
  cell.add(~std::uint64_t{0});
  CHECK(cell.count.load_relaxed() == 2);
  CHECK(cell.is_used());
  cell.add(~std::uint64_t{0} - 1);
  CHECK_FALSE(cell.is_used());
}

TEST_CASE("sums are forgotten in place, and a running timer goes on", "[R-TMR-01]") {
  sum_store sums;
  counter_sum& counter = *sums.of<counter_sum>().get(20);
  timer_sum& timer = *sums.of<timer_sum>().get(1);
  counter.add(3);
  timer.start(100);
  timer.stop(110);
  timer.start(200);
  sums.forget();
  CHECK_FALSE(counter.is_used());
  CHECK_FALSE(timer.is_used());
  CHECK(timer.stop(230));
  CHECK(timer.total.load_relaxed() == 30);
  CHECK(timer.longest.load_relaxed() == 30);
}

TEST_CASE("counters of threads are folded", "[R-LIFE-18]") {
  counter_sum sum;
  counter_sum part;
  part.add(4);
  sum.fold(part);
  sum.fold(part);
  CHECK(sum.count.load_relaxed() == 8);
}

TEST_CASE("definitions are numbered in order and found again by their names", "[R-CTR-03]") {
  static constinit sum_registry registry;
  CHECK(registry.define("scan", "read", false) == 1);
  CHECK(registry.define("scan", "parse", false) == 2);
  CHECK(registry.define("scan", "read", false) == 1);
  CHECK(registry.define("load", "read", false) == 3);

  std::string seen;
  registry.for_each([&](sum_definition const& known) {
    seen.append(known.category).append("/").append(known.name).append(" ");
  });
  CHECK(seen == "scan/read scan/parse load/read ");
}

TEST_CASE("a definition keeps copies of its names") {
  static constinit sum_registry registry;
  std::string category = "category that is long enough to live on the heap";
  std::string name = "name that is long enough to live on the heap";
  registry.define(category, name, true);
  category.assign(category.size(), 'x');
  name.assign(name.size(), 'x');
  registry.for_each([](sum_definition const& known) {
    CHECK(known.category == "category that is long enough to live on the heap");
    CHECK(known.name == "name that is long enough to live on the heap");
    CHECK(known.per_thread);
  });
}

TEST_CASE("threads that define the same names get the same numbers") {
  static constinit sum_registry registry;
  constexpr int names = 40;
  std::vector<std::vector<unsigned>> numbers(4);
  std::vector<std::thread> threads;
  for (auto& own : numbers)
    threads.emplace_back([&] {
      for (int i = 0; i < names; ++i)
        own.push_back(registry.define("test", std::to_string(i), false));
    });
  for (auto& thread : threads) thread.join();
  for (auto const& other : numbers) CHECK(other == numbers.front());
  int count = 0;
  registry.for_each([&](sum_definition const&) { ++count; });
  CHECK(count == names);
}

}  // namespace sum_store_test
