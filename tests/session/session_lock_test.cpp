#include <trace2/session/session_lock.hpp>

#include <atomic>
#include <thread>

#include "support/catch.hpp"

namespace session_lock_test {

using trace2::detail::lock_session;

TEST_CASE("one thread at a time has the lock") {
  std::atomic<int> inside{0}, most{0};
  auto const take = [&] {
    for (int i = 0; i < 20; ++i) {
      auto const lock = lock_session();
      REQUIRE(lock);
      int const now = ++inside;
      if (now > most) most = now;
      --inside;
    }
  };
  std::thread other{take};
  take();
  other.join();
  CHECK(most == 1);
}

}  // namespace session_lock_test
