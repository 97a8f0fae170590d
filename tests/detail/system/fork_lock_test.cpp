#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>

#include <cstdint>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace fork_lock_test {

using trace2::detail::fork_lock;
using trace2::detail::watch_forks;

TEST_CASE("one thread at a time holds the lock, and nobody waits") {
  watch_forks();
  constinit static fork_lock lock;
  REQUIRE(lock.try_lock());
  CHECK_FALSE(lock.try_lock());
  bool has_other = true;
  std::thread{[&] { has_other = lock.try_lock(); }}.join();
  CHECK_FALSE(has_other);
  CHECK(lock.is_held());
  lock.unlock();
  CHECK_FALSE(lock.is_held());
  CHECK(lock.try_lock());
  lock.unlock();
}

TEST_CASE("the child of a fork finds the lock free that its parent holds") {
  watch_forks();
  fork_lock lock;
  REQUIRE(lock.try_lock());
  CHECK(support::run_in_child(
            [&] { return !lock.is_held() && lock.try_lock() && !lock.try_lock() ? 0 : 1; }) == 0);
  CHECK_FALSE(lock.try_lock());
}

}  // namespace fork_lock_test
