#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/fork_watch.hpp>

#include <thread>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace mutex_test {

using trace2::detail::lock_attempt;
using trace2::detail::lock_guard;
using trace2::detail::mutex;

TEST_CASE("a mutex is ready before any constructor runs and after every destructor") {
  static constinit mutex ready;
  lock_guard const held{ready};
  CHECK(std::is_trivially_destructible_v<mutex>);
}

TEST_CASE("one holder at a time") {
  mutex door;
  {
    lock_guard const held{door};
    bool got_in = true;
    std::thread{[&] { got_in = door.try_lock(); }}.join();
    CHECK_FALSE(got_in);
  }
  REQUIRE(door.try_lock());
  door.unlock();
}

TEST_CASE("who must not wait gets a mutex only if it is free") {
  mutex door;
  {
    lock_attempt const first{door, false};
    CHECK(first);
    CHECK_FALSE(lock_attempt{door, false});
  }
  CHECK(lock_attempt{door, true});
  CHECK(lock_attempt{door, false});
}

TEST_CASE("what a mutex protects is changed by one thread at a time") {
  mutex door;
  int sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 5'000; ++k) {
        lock_guard const held{door};
        ++sum;
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(sum == 20'000);
}

}  // namespace mutex_test

namespace handler_lock_test {

using trace2::detail::handler_lock;
using trace2::detail::mutex;
using trace2::detail::timed_fork_lock;

TEST_CASE("the lock inside another one of the same thread, as in a handler, does not wait") {
  mutex one;
  {
    handler_lock const outer{one, true};
    CHECK(static_cast<bool>(outer));
    handler_lock const inner{one, true};
    CHECK(!inner);
  }
  handler_lock const again{one, true};
  CHECK(static_cast<bool>(again));
}

TEST_CASE("it holds a lock of the other kind as well") {
  trace2::detail::watch_forks();
  timed_fork_lock one;
  handler_lock const outer{one, 1'000};
  CHECK(static_cast<bool>(outer));
  handler_lock const inner{one, 1'000};
  CHECK(!inner);
  mutex other;
  handler_lock const another{other, true};
  CHECK(static_cast<bool>(another));
}

TEST_CASE("two threads never have the lock at once") {
  mutex one;
  int turns = 0;
  auto const take_turns = [&] {
    for (int i = 0; i < 1'000; ++i)
      if (handler_lock const own{one, true}; own) ++turns;
  };
  std::thread other{take_turns};
  take_turns();
  other.join();
  CHECK(turns == 2'000);
}

}  // namespace handler_lock_test
