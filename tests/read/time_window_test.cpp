#include <trace2/read/time_window.hpp>

#include <cstdint>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace time_window_test {

using trace2::read::time_window;

TEST_CASE("a span of time holds its beginning and not its end") {
  constexpr time_window window{.since = moment_ns(10), .until = moment_ns(20)};
  CHECK_FALSE(window.holds(moment_ns(9)));
  CHECK(window.holds(moment_ns(10)));
  CHECK(window.holds(moment_ns(19)));
  CHECK_FALSE(window.holds(moment_ns(20)));
  CHECK_FALSE(window.is_all());
}

TEST_CASE("without bounds it holds all moments") {
  constexpr time_window all;
  CHECK(all.is_all());
  CHECK(all.holds(moment_ns(INT64_MIN)));
  CHECK(all.holds(moment_ns(INT64_MAX)));
  CHECK_FALSE(time_window{.since = moment_ns(0)}.is_all());
  CHECK_FALSE(time_window{.until = moment_ns(0)}.is_all());
}

}  // namespace time_window_test
