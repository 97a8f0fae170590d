#include <trace2/read/time_window.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace time_window_test {

using trace2::read::time_window;

TEST_CASE("a span of time holds its beginning and not its end") {
  constexpr time_window window{.since = 10, .until = 20};
  CHECK_FALSE(window.holds(9));
  CHECK(window.holds(10));
  CHECK(window.holds(19));
  CHECK_FALSE(window.holds(20));
  CHECK_FALSE(window.is_all());
}

TEST_CASE("without bounds it holds all moments") {
  constexpr time_window all;
  CHECK(all.is_all());
  CHECK(all.holds(INT64_MIN));
  CHECK(all.holds(INT64_MAX));
  CHECK_FALSE(time_window{.since = 0}.is_all());
  CHECK_FALSE(time_window{.until = 0}.is_all());
}

}  // namespace time_window_test
