#include <trace2/value/duration.hpp>
#include <trace2/value/text_list.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "support/catch.hpp"
#include "support/random_text.hpp"

using trace2::duration;

TEST_CASE("nanoseconds are rounded as printf rounds them", "[R-TIME-05][R-TMR-07]") {
  auto const check = [](std::int64_t nanoseconds) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.6f", static_cast<double>(nanoseconds) / 1e9);
    std::string digits = expected;
    digits.erase(digits.find('.'), 1);
    CAPTURE(nanoseconds);
    CHECK(duration::nanoseconds(nanoseconds).in_microseconds() == std::atoll(digits.c_str()));
  };
  for (std::int64_t const nanoseconds :
       {0, 1, 499, 500, 501, 999, 1000, 1499, 1500, 1501, 2500, 3500, 999'999'500})
    check(nanoseconds);
  support::random_text random{{""}};
  for (int i = 0; i < 20'000; ++i) {
    auto const whole = static_cast<std::int64_t>(random.below(1U << 31)) * 1000;
    check(whole + static_cast<std::int64_t>(random.below(1000)));
    check(whole + 500);
  }
}

TEST_CASE("durations can be compared") {
  CHECK(duration::microseconds(5) == duration::microseconds(5));
  CHECK_FALSE(duration::microseconds(5) == duration::microseconds(6));
}
