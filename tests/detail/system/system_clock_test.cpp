#include <trace2/detail/system/system_clock.hpp>

#include <cstdint>
#include <ctime>

#include "support/catch.hpp"

namespace system_clock_test {

using trace2::detail::system_clock;

TEST_CASE("the monotonic clock doesn't go back, and the other one tells the time") {
  std::int64_t const first = system_clock::monotonic();
  CHECK(system_clock::monotonic() >= first);
  std::int64_t const before = std::time(nullptr);
  std::int64_t const now = system_clock::wall() / 1'000'000'000;
  CHECK(now >= before - 1);
  CHECK(now <= std::time(nullptr));
}

}  // namespace system_clock_test
