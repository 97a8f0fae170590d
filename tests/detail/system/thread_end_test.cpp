#include <trace2/detail/system/thread_end.hpp>

#include <atomic>
#include <thread>

#include "support/catch.hpp"

namespace thread_end_test {

TEST_CASE("the end of a thread is told with the thread's value, and only if it has one") {
  static std::atomic<int> told{0};
  static constinit trace2::detail::thread_end ends{};
  REQUIRE(ends.create([](void* value) { told += *static_cast<int*>(value); }));
  int value = 7;
  std::thread{[] {}}.join();
  CHECK(told == 0);
  std::thread{[&] { ends.set(&value); }}.join();
  CHECK(told == 7);
  std::thread{[&] {
    ends.set(&value);
    ends.set(nullptr);
  }}.join();
  CHECK(told == 7);
}

}  // namespace thread_end_test
