#include "input/selection_text.hpp"

#include <trace2/value/duration.hpp>

#include <cstdint>
#include <string_view>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include <time.h>

namespace selection_text_test {

namespace read = trace2::read;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t now = 946'684'800 * second;  // 2000-01-01T00:00:00Z

}  // namespace

TEST_CASE("lengths have units, and are seconds without one", "[read]") {
  auto const microseconds = [](std::int64_t count) {
    return trace2::duration::microseconds(count);
  };
  CHECK(trace2::program::parse_length("500ns") == read::fine_duration{read::nanoseconds{500}});
  CHECK(trace2::program::parse_length("1.5us") == read::fine_duration{read::nanoseconds{1'500}});
  CHECK(trace2::program::parse_length("250us") == microseconds(250));
  CHECK(trace2::program::parse_length("250ms") == microseconds(250'000));
  CHECK(trace2::program::parse_length("1.5") == microseconds(1'500'000));
  CHECK(trace2::program::parse_length("1.5s") == microseconds(1'500'000));
  CHECK(trace2::program::parse_length("10m") == microseconds(600 * second));
  CHECK(trace2::program::parse_length("10min") == microseconds(600 * second));
  CHECK(trace2::program::parse_length("2h") == microseconds(7'200 * second));
  CHECK(trace2::program::parse_length("3d") == microseconds(259'200 * second));
  CHECK(trace2::program::parse_length("1w") == microseconds(604'800 * second));
  CHECK(trace2::program::parse_length("0") == microseconds(0));
}

TEST_CASE("other texts are no lengths", "[read]") {
  for (std::string_view const text :
       {"", "s", "-1s", "1 s", "1.2.3s", "1y", "1e9", "99999999999999d", ".", "+1"})
    CHECK_FALSE(trace2::program::parse_length(text));
}

TEST_CASE("moments are times, dates, or lengths before now", "[read]") {
  CHECK(trace2::program::parse_moment("1999-12-31T23:59:59.5Z", now) == now - second / 2);
  CHECK(trace2::program::parse_moment("2000-01-01T01:00:00+01:00", now) == now);
  CHECK(trace2::program::parse_moment("now", now) == now);
  CHECK(trace2::program::parse_moment("90s", now) == now - 90 * second);
  CHECK(trace2::program::parse_moment("2h ago", now) == now - 7'200 * second);
}

TEST_CASE("moments without a zone are local", "[read]") {
  support::scoped_variable const zone{"TZ", "XXX-2"};
  ::tzset();
  CHECK(trace2::program::parse_moment("2000-01-01", now) == now - 7'200 * second);
  CHECK(trace2::program::parse_moment("2000-01-01 02:00", now) == now);
  CHECK(trace2::program::parse_moment("2000-01-01T02:00:01.25", now) == now + second + second / 4);
}

TEST_CASE("a time of day is one of today", "[read]") {
  support::scoped_variable const zone{"TZ", "XXX-2"};
  ::tzset();
  CHECK(trace2::program::parse_moment("02:00", now) == now);
  CHECK(trace2::program::parse_moment("01:59:58.5", now) == now - 3 * second / 2);
  CHECK(trace2::program::parse_moment("23:00", now) == now + 21 * 3'600 * second);
  CHECK(trace2::program::parse_moment("23:00", now - 3 * 3'600 * second) ==
        now - 3 * 3'600 * second);
}

TEST_CASE("other texts are no moments", "[read]") {
  for (std::string_view const text :
       {"",           "tomorrow",         "2000-01",   "2000-13-01", "2000-04-31",
        "2001-02-29", "2000-01-01 25:00", "25:00",     "12:",        "12:0",
        "1:00",       "2:00:00",          "12:00 ago", " ago",       "-1s",
        "2026",       "20260101",         "90",        "1.5",        "2026 ago"})
    CHECK_FALSE(trace2::program::parse_moment(text, now));
}

}  // namespace selection_text_test
