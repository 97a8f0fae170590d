#include <trace2/value/value.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/random_text.hpp"

using trace2::seconds;
using trace2::text_list;

TEST_CASE("nanoseconds are rounded as printf rounds them", "[R-TIME-05][R-TMR-07]") {
  auto const check = [](std::int64_t nanoseconds) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.6f", static_cast<double>(nanoseconds) / 1e9);
    std::string digits = expected;
    digits.erase(digits.find('.'), 1);
    CAPTURE(nanoseconds);
    CHECK(seconds::from_nanoseconds(nanoseconds).microseconds == std::atoll(digits.c_str()));
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
  CHECK(seconds{5} == seconds{5});
  CHECK_FALSE(seconds{5} == seconds{6});
}

TEST_CASE("a list of texts is a range") {
  std::string_view const items[]{"a", "b"};
  std::string joined;
  for (std::string_view const item : text_list{items, 2}) joined += item;
  CHECK(joined == "ab");
  CHECK(text_list{}.empty());
  CHECK_FALSE(text_list{items, 1}.empty());
}
