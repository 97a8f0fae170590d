#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/threads/thread_registry.hpp>

#include <cstdint>
#include <thread>

#include "support/catch.hpp"

namespace sum_store_test {

using trace2::detail::counter_sum;
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
  sums.forget(210);
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

}  // namespace sum_store_test

namespace summing_thread_test {

using trace2::detail::all_threads;
using trace2::detail::summing_thread;

TEST_CASE("a thread is known from the begin of its context to the end of it") {
  all_threads.reset();
  CHECK(summing_thread::known() == nullptr);
  summing_thread const* const first = all_threads.start("first", 1);
  CHECK(summing_thread::known() == first);
  summing_thread const* const second = all_threads.start("second", 2);
  CHECK(summing_thread::known() == second);
  std::thread{[] { CHECK(summing_thread::known() == nullptr); }}.join();
  all_threads.end();
  CHECK(summing_thread::known() == nullptr);
  all_threads.reset();
}

}  // namespace summing_thread_test
