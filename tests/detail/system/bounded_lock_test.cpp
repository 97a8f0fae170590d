#include <trace2/detail/system/bounded_lock.hpp>
#include <trace2/detail/system/mutex.hpp>

#include <cstdint>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/scripted_system.hpp"
#include <pthread.h>

namespace bounded_lock_test {

namespace {

using trace2::detail::basic_bounded_lock;
using trace2::detail::lock_attempt;

/// Time passes with every look at the clock.
struct ticking_system : trace2::detail::sink_system {
  inline static std::int64_t now = 0;
  static std::int64_t monotonic_nanoseconds() noexcept { return now += 100'000; }
  static void pause(int milliseconds) noexcept { now += milliseconds * std::int64_t{1'000'000}; }
};

}  // namespace

TEST_CASE("one thread at a time holds the lock") {
  basic_bounded_lock<> lock;
  std::uint64_t count = 0;
  std::uint64_t given_up = 0;
  std::vector<std::thread> threads;
  constexpr std::uint64_t each = 20'000;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      std::uint64_t missed = 0;
      for (std::uint64_t n = 0; n < each; ++n) {
        lock_attempt const turn{lock};
        if (turn)
          ++count;
        else
          ++missed;
      }
      __atomic_fetch_add(&given_up, missed, __ATOMIC_RELAXED);
    });
  for (auto& thread : threads) thread.join();
  CHECK(count + given_up == 4 * each);
  CHECK(count >= each);
}

TEST_CASE("a lock that is held too long is given up after 40 ms") {
  basic_bounded_lock<ticking_system> lock;
  REQUIRE(lock.lock());
  std::int64_t const before = ticking_system::now;
  {
    lock_attempt const turn{lock};
    CHECK_FALSE(turn);
  }
  CHECK(ticking_system::now - before >= 40'000'000);
  CHECK(ticking_system::now - before < 43'000'000);
  lock.unlock();
  lock_attempt const turn{lock};
  CHECK(turn);
}

TEST_CASE("a thread that is to be cancelled waits for the lock") {
  basic_bounded_lock<> lock;
  REQUIRE(lock.lock());
  bool has_waited = false;
  std::thread{[&] {
    ::pthread_cancel(::pthread_self());
    has_waited = !lock.lock();
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
  }}.join();
  CHECK(has_waited);
}

TEST_CASE("a lock that another thread held during a fork is free in the child", "[R-LIM-12]") {
  basic_bounded_lock<ticking_system> lock;
  REQUIRE(lock.lock());
  CHECK(support::run_in_child([&] {
          if (!lock.lock()) return 1;
          if (lock.lock()) return 2;
          lock.unlock();
          return lock.lock() ? 0 : 3;
        }) == 0);
  CHECK_FALSE(lock.lock());
}

}  // namespace bounded_lock_test
