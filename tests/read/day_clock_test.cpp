#include <trace2/read/day_clock.hpp>

#include <cstdint>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include <time.h>

namespace day_clock_test {

using trace2::read::day_clock;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t hour = 3'600 * second;
constexpr std::int64_t day = 24 * hour;
constexpr std::int64_t year_2000 = 946'684'800 * second;

/// A zone for one test.
struct zone {
  explicit zone(char const* name) : name_{"TZ", name} { ::tzset(); }
  support::scoped_variable name_;
};

}  // namespace

TEST_CASE("the first line is of the day on which the trace was written, or before", "[read]") {
  zone const utc{"UTC"};
  CHECK(day_clock{year_2000 + 12 * hour}.at(10 * hour) == year_2000 + 10 * hour);
  CHECK(day_clock{year_2000 + 12 * hour}.at(13 * hour) == year_2000 + 13 * hour - day);
}

TEST_CASE("days end at midnight, and lines may be a little out of order", "[read]") {
  zone const utc{"UTC"};
  day_clock clock{year_2000 + 12 * hour};
  std::int64_t const begin = clock.at(23 * hour);
  CHECK(begin == year_2000 - hour);
  CHECK(clock.at(24 * hour - second) == year_2000 - second);
  CHECK(clock.guess(second) == year_2000 + second);
  CHECK(clock.at(second) == year_2000 + second);
  CHECK(clock.at(24 * hour - 2 * second) == year_2000 - 2 * second);
  CHECK(clock.at(2 * hour) == year_2000 + 2 * hour);
  CHECK(clock.at(hour) == year_2000 + day + hour);
}

TEST_CASE("a line may be earlier than the one before by exactly a minute", "[read]") {
  zone const utc{"UTC"};
  day_clock clock{year_2000 + 12 * hour};
  CHECK(clock.at(hour) == year_2000 + hour);
  CHECK(clock.at(hour - 60 * second) == year_2000 + hour - 60 * second);
  CHECK(clock.at(hour - 60 * second - 1) == year_2000 + day + hour - 60 * second - 1);
}

TEST_CASE("the clock of a process counts the days without a line", "[read]") {
  zone const utc{"UTC"};
  day_clock clock{year_2000 + 12 * hour};
  CHECK(clock.at(hour) == year_2000 + hour);
  CHECK(clock.at(2 * hour, year_2000 + 3 * day + 2 * hour + second) ==
        year_2000 + 3 * day + 2 * hour);
  CHECK(clock.at(3 * hour) == year_2000 + 3 * day + 3 * hour);
}

TEST_CASE("times of day are those of the reader's zone", "[read][R-TIME-01]") {
  zone const kolkata{"Asia/Kolkata"};
  CHECK(day_clock{year_2000 + 12 * hour}.at(12 * hour) == year_2000 + 6 * hour + hour / 2);
  zone const new_york{"America/New_York"};
  CHECK(day_clock{year_2000 + day}.at(12 * hour) == year_2000 + 17 * hour);
}

}  // namespace day_clock_test
