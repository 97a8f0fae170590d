#include <trace2/session/turn.hpp>

#include <atomic>
#include <thread>

#include "support/catch.hpp"

namespace turn_test {

using trace2::detail::session_turn;

TEST_CASE("one thread at a time has the turn") {
  std::atomic<int> inside{0}, most{0};
  auto const take = [&] {
    for (int i = 0; i < 20; ++i) {
      session_turn const turn;
      REQUIRE(turn);
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

}  // namespace turn_test
