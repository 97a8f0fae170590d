#include <trace2/process/counters/summing_thread.hpp>
#include <trace2/process/threads/thread_registry.hpp>

#include <thread>

#include "support/catch.hpp"

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
