#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/handler_lock.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/timed_fork_lock.hpp>

#include <thread>

#include "support/catch.hpp"

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
