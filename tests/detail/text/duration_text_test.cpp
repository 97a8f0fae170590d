#include <trace2/detail/text/duration_text.hpp>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

#include "support/appended.hpp"
#include "support/catch.hpp"

namespace duration_text_test {

using trace2::duration;

namespace {

std::string shown(std::int64_t microseconds) {
  std::string const text =
      support::appended(trace2::detail::append_duration, duration::microseconds(microseconds));
  CHECK(text.size() == trace2::detail::duration_size(
                           trace2::detail::split_duration{duration::microseconds(microseconds)}));
  return text;
}

}  // namespace

TEST_CASE("durations have six decimals", "[R-TIME-05][R-EVT-06]") {
  CHECK(shown(0) == "0.000000");
  CHECK(shown(1) == "0.000001");
  CHECK(shown(999'999) == "0.999999");
  CHECK(shown(1'000'000) == "1.000000");
  CHECK(shown(61'234'567) == "61.234567");
  CHECK(shown(123'456'789'012) == "123456.789012");
}

TEST_CASE("durations that make no sense are still numbers") {
  CHECK(shown(-1) == "-0.000001");
  CHECK(shown(-1'500'000) == "-1.500000");
  CHECK(shown(std::numeric_limits<std::int64_t>::max()) == "9223372036854.775807");
  CHECK(shown(std::numeric_limits<std::int64_t>::min()) == "-9223372036854.775808");
}

TEST_CASE("durations look as printf shows them", "[R-HOST-06]") {
  for (std::int64_t microseconds = 1; microseconds < 1'000'000'000'000; microseconds *= 7) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.6f", static_cast<double>(microseconds) / 1e6);
    CHECK(shown(microseconds) == expected);
  }
}

}  // namespace duration_text_test
