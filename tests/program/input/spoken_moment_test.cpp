#include "input/spoken_moment.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include <time.h>

namespace spoken_moment_test {

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t hour = 3'600 * second;
constexpr std::int64_t day = 24 * hour;
constexpr std::int64_t midnight = 952'041'600 * second;  // Friday, 2000-03-03T00:00:00Z
constexpr std::int64_t now = midnight + 10 * hour + 5;

std::optional<std::int64_t> moment_of(std::string_view text) {
  support::scoped_variable const zone{"TZ", "UTC"};
  ::tzset();
  return trace2::program::parse_spoken_moment(text, now);
}

}  // namespace

TEST_CASE("lengths count back from now, as with Git", "[input]") {
  for (auto const& [text, before] : std::initializer_list<std::pair<char const*, std::int64_t>>{
           {"2 days ago", 2 * day},
           {"2.days.ago", 2 * day},
           {"1 day", day},
           {"a week ago", 7 * day},
           {"An hour ago", hour},
           {"ten minutes ago", hour / 6},
           {"1 hour 30 minutes ago", hour + hour / 2},
           {"90 seconds ago", 90 * second},
           {"1 week, 2 days ago", 9 * day},
           {"last week", 7 * day},
           {"last day", day},
           {"yesterday", day},
           {"YESTERDAY", day},
           {"0 days ago", 0}}) {
    INFO(text);
    CHECK(moment_of(text) == now - before);
  }
}

TEST_CASE("months and years are those of the calendar", "[input]") {
  CHECK(moment_of("1 month ago") == now - 29 * day);  // of a leap year
  CHECK(moment_of("last month") == now - 29 * day);
  CHECK(moment_of("2 months ago") == now - 60 * day);
  CHECK(moment_of("1 year ago") == now - 366 * day);
  CHECK(moment_of("1 year 1 month ago") == now - (366 + 28) * day);
}

TEST_CASE("days have times of day", "[input]") {
  CHECK(moment_of("today") == midnight);
  CHECK(moment_of("midnight") == midnight);
  CHECK(moment_of("noon") == midnight + 12 * hour);
  CHECK(moment_of("today 08:30") == midnight + 8 * hour + hour / 2);
  CHECK(moment_of("yesterday noon") == midnight - 12 * hour);
  CHECK(moment_of("yesterday 23:59:59") == midnight - second);
  CHECK(moment_of("noon yesterday") == midnight - 12 * hour);
  CHECK(moment_of("10:30 yesterday") == midnight - day + 10 * hour + hour / 2);
  CHECK(moment_of("last friday noon") == midnight - 7 * day + 12 * hour);
  CHECK(moment_of("3 days ago, noon") == midnight - 3 * day + 12 * hour);
  CHECK(moment_of("noon 3 days ago") == midnight - 3 * day + 12 * hour);
}

TEST_CASE("the last weekday is the latest one before today", "[input]") {
  CHECK(moment_of("last friday") == now - 7 * day);
  CHECK(moment_of("last Thursday") == now - day);
  CHECK(moment_of("last saturday") == now - 6 * day);
}

TEST_CASE("other texts are no spoken moments", "[input]") {
  for (std::string_view const text : {"",
                                      " ",
                                      "ago",
                                      "days ago",
                                      "2 ago",
                                      "2",
                                      "2 fortnights ago",
                                      "tomorrow",
                                      "-1 days ago",
                                      "1.5 days ago",
                                      "2 days later",
                                      "last",
                                      "last weeks",
                                      "last 2 days",
                                      "today ago",
                                      "yesterday 24:00",
                                      "yesterday 1:2",
                                      "friday",
                                      "9999999 days ago",
                                      "999999 years ago",
                                      "2 days ago ago",
                                      "today 10:00 11:00",
                                      "noon noon",
                                      "noon ago",
                                      "last noon",
                                      "10:00 yesterday noon"}) {
    INFO(text);
    CHECK_FALSE(moment_of(text));
  }
  CHECK_FALSE(moment_of(std::string(1'000'000, '1')));
}

}  // namespace spoken_moment_test
