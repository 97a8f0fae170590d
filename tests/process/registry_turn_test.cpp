#include <trace2/process/registry_turn.hpp>

#include <thread>

#include "support/catch.hpp"

namespace registry_turn_test {

using trace2::detail::mutex;
using trace2::detail::registry_turn;

TEST_CASE("a turn inside another one of the same thread, as in a handler, does not wait") {
  mutex one;
  {
    registry_turn const outer{one};
    CHECK(static_cast<bool>(outer));
    registry_turn const inner{one};
    CHECK(!inner);
  }
  registry_turn const again{one};
  CHECK(static_cast<bool>(again));
}

TEST_CASE("the turns of two threads exclude each other") {
  mutex one;
  int turns = 0;
  auto const take_turns = [&] {
    for (int i = 0; i < 1'000; ++i)
      if (registry_turn const own{one}; own) ++turns;
  };
  std::thread other{take_turns};
  take_turns();
  other.join();
  CHECK(turns == 2'000);
}

}  // namespace registry_turn_test
