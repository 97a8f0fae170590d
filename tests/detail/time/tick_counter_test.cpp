#include <trace2/detail/time/clock_start.hpp>
#include <trace2/detail/time/tick_counter.hpp>

#include <cstdint>

#include "support/catch.hpp"
#include "support/skip.hpp"

namespace tick_counter_test {

using trace2::detail::tick_counter;

TEST_CASE("a usable counter never runs backwards", "[R-TIME-05]") {
  if (!trace2::detail::counter_check::is_usable())
    return support::skip("the processor's counter is not usable");
  std::int64_t const begin = tick_counter::read();
  std::int64_t last = begin;
  int backwards = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    std::int64_t const now = tick_counter::read();
    backwards += now < last;
    last = now;
  }
  CHECK(backwards == 0);
  CHECK(last > begin);
}

}  // namespace tick_counter_test
