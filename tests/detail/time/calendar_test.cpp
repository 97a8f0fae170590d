#include <trace2/detail/time/calendar.hpp>

#include <cstdint>
#include <ctime>
#include <limits>

#include "support/catch.hpp"

namespace calendar_test {

using namespace trace2::detail;

static_assert(calendar_date::of(0).year == 1970);

TEST_CASE("dates agree with the C library for 8000 years", "[detail][R-TIME-02]") {
  for (std::int64_t day = -1'460'000; day <= 1'460'000; ++day) {
    auto const seconds = static_cast<std::time_t>(day * 86'400);
    if (seconds / 86'400 != day) continue;  // a time_t of 32 bits ends in 2038
    std::tm expected{};
    REQUIRE(::gmtime_r(&seconds, &expected) != nullptr);
    calendar_date const date = calendar_date::of(day);
    bool const right = date.year == expected.tm_year + 1900 &&
                       date.month == static_cast<std::uint32_t>(expected.tm_mon + 1) &&
                       date.day == static_cast<std::uint32_t>(expected.tm_mday);
    if (!right) FAIL("day " << day);
  }
}

TEST_CASE("the time of day is never negative", "[detail][R-TIME-02]") {
  constexpr std::int64_t per_day = day_and_time::per_day;
  struct {
    std::int64_t wall;
    std::int64_t day;
    std::int64_t microseconds;
  } const examples[] = {
      {0, 0, 0},
      {1, 0, 1},
      {-1, -1, per_day - 1},
      {-per_day, -1, 0},
      {-per_day - 1, -2, per_day - 1},
      {per_day - 1, 0, per_day - 1},
      {per_day, 1, 0},
  };
  for (auto const& example : examples) {
    CAPTURE(example.wall);
    day_and_time const split = day_and_time::of(example.wall);
    CHECK(split.day == example.day);
    CHECK(split.microseconds == example.microseconds);
  }
}

TEST_CASE("the first and the last microsecond of the type have a date", "[detail]") {
  day_and_time const first = day_and_time::of(std::numeric_limits<std::int64_t>::min());
  CHECK(calendar_date::of(first.day).year == -290308);
  CHECK(first.microseconds >= 0);
  day_and_time const last = day_and_time::of(std::numeric_limits<std::int64_t>::max());
  CHECK(calendar_date::of(last.day).year == 294247);
  CHECK(last.microseconds < day_and_time::per_day);
}

}  // namespace calendar_test
