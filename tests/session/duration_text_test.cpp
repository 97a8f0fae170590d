#include <trace2/session/duration_text.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace duration_text_test {

using trace2::detail::parse_duration;

TEST_CASE("a length of time is a number with a unit, or of seconds", "[detail]") {
  constexpr std::int64_t second = 1'000'000'000;
  CHECK(parse_duration("500us") == 500'000);
  CHECK(parse_duration("50ms") == 50'000'000);
  CHECK(parse_duration("90") == 90 * second);
  CHECK(parse_duration("90s") == 90 * second);
  CHECK(parse_duration("10m") == 600 * second);
  CHECK(parse_duration("12h") == 43'200 * second);
  CHECK(parse_duration("36500d") == 36'500 * (86'400 * second));
  for (char const* const wrong : {"", "ms", "5 ms", "-5ms", "0ms", "1.5s", "1w", "1dd", "5min",
                                  "60000d", "99999999999999999999", "99999999999999999999d"}) {
    CAPTURE(wrong);
    CHECK(parse_duration(wrong) == 0);
  }
}

}  // namespace duration_text_test
