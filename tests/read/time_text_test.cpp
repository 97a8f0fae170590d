#include <trace2/detail/time/utc_time.hpp>
#include <trace2/read/time_text.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include <stdio.h>
#include <time.h>

namespace time_text_test {

using trace2::read::fine_duration;
using trace2::read::parse_fine_seconds;
using trace2::read::parse_seconds;
using trace2::read::parse_time;

namespace {

std::int64_t time_of(std::string_view text) { return parse_time(text).value_or(-1); }
std::int64_t microseconds_of(std::string_view text) {
  auto const parsed = parse_seconds(text);
  REQUIRE(parsed.has_value());
  return parsed->in_microseconds();
}

/// As the system sees it.
std::string system_time(std::int64_t seconds, int microseconds) {
  std::time_t const moment = seconds;
  std::tm utc{};
  ::gmtime_r(&moment, &utc);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", utc.tm_year + 1900,
                utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, microseconds);
  return text;
}

}  // namespace

TEST_CASE("decimals may stand behind a comma, as other languages write them", "[read]") {
  CHECK(trace2::read::parse_local_seconds("2,5023") == trace2::duration::microseconds(2'502'300));
  CHECK(trace2::read::parse_local_seconds("2.5") == trace2::duration::microseconds(2'500'000));
  CHECK_FALSE(trace2::read::parse_local_seconds("2,5,1"));
  CHECK_FALSE(trace2::read::parse_local_seconds("1,000.5"));
  CHECK_FALSE(trace2::read::parse_local_seconds(",5"));
  CHECK_FALSE(trace2::read::parse_local_seconds("1," + std::string(100, '0')));
}

TEST_CASE("the time of an EVENT line is read back", "[read][R-TIME-02]") {
  static_assert(parse_time("1970-01-01T00:00:00.000001Z") == 1);
  for (std::int64_t day = -719'162; day < 2'932'897; day += 17) {
    std::int64_t const second = day * 86'400 + day % 86'400;
    std::string const text = system_time(second, 654'321);
    INFO(text);
    REQUIRE(time_of(text) == second * 1'000'000 + 654'321);
  }
}

TEST_CASE("times of other writers are understood", "[read]") {
  std::int64_t const expected = time_of("2023-04-05T06:07:08.900000Z");
  CHECK(time_of("2023-04-05T06:07:08.9Z") == expected);
  CHECK(time_of("2023-04-05T06:07:08.9000009Z") == expected);
  CHECK(time_of("2023-04-05T06:07:08.900000999999Z") == expected);
  CHECK(time_of("2023-04-05T06:07:08.9+00:00") == expected);
  CHECK(time_of("2023-04-05T06:07:08.900000+00:00Z") == expected);
  CHECK(time_of("2023-04-05T11:37:08.9+05:30") == expected);
  CHECK(time_of("2023-04-05T11:37:08.9+0530") == expected);
  CHECK(time_of("2023-04-05T01:07:08.9-05:00") == expected);
  CHECK(time_of("2023-04-05t06:07:08.9z") == expected);
  CHECK(time_of("2023-04-05 06:07:08.9Z") == expected);
  CHECK(time_of("2023-04-05T06:07:08Z") == expected - 900'000);
  CHECK(time_of("2016-12-31T23:59:60Z") == time_of("2017-01-01T00:00:00Z"));
}

TEST_CASE("six decimals are digits, all of them", "[read]") {
  for (std::size_t at = 2; at < 8; ++at)
    for (int byte = 0; byte < 256; ++byte) {
      auto const c = static_cast<char>(byte);
      std::string text = "1.234567";
      text[at] = c;
      INFO(text);
      bool const is_digit = c >= '0' && c <= '9';
      if (c == 'e' || c == 'E') continue;
      CHECK(parse_seconds(text).has_value() == is_digit);
      if (is_digit) CHECK(microseconds_of(text) == std::stol(text.substr(0, 1) + text.substr(2)));
    }
}

TEST_CASE("what is no time is refused", "[read]") {
  for (std::string_view const text : {"",
                                      "Z",
                                      "2023-04-05",
                                      "2023-04-05T06:07:08",
                                      "2023-04-05T06:07:08.9",
                                      "23-04-05T06:07:08Z",
                                      "2023-13-05T06:07:08Z",
                                      "2023-00-05T06:07:08Z",
                                      "2023-04-00T06:07:08Z",
                                      "2023-04-32T06:07:08Z",
                                      "2023-04-31T06:07:08Z",
                                      "2023-02-29T06:07:08Z",
                                      "1900-02-29T06:07:08Z",
                                      "2023-04-05T24:07:08Z",
                                      "2023-04-05T06:60:08Z",
                                      "2023-04-05T06:07:61Z",
                                      "2023-04-05T06:07:08Zx",
                                      "2023-04-05T06:07:08+1",
                                      "+023-04-05T06:07:08Z",
                                      "2023-04-05T06:07:08+24:00",
                                      "2023-04-05T06:07:08+01:60",
                                      "06:07:08.900000"}) {
    INFO(text);
    CHECK_FALSE(parse_time(text).has_value());
  }
}

TEST_CASE("times are read alike whatever was read before them", "[read]") {
  trace2::read::time_reader reader;
  for (std::string_view const text :
       {"2023-04-05T06:07:08.900000Z", "2023-04-05T06:07:08.000001Z", "2023-04-05T06:07:09.000001Z",
        "2023-04-05T06:07:09.9Z", "2023-04-05T06:07:09.90000xZ", "2023-04-05T06:07:09.900000z",
        "2023-04-05T06:07:09+00:00:Z", "2023-04-05T06:07:10.1+0100Z", "2023-04-05T06:07:10.000001Z",
        "2023-04-05T06:07:09.1+02:00", "2023-04-05T06:07:09.000007Z", "1960-04-05T06:07:09.700000Z",
        "1960-04-05T06:07:09.000007Z", "", "Z"}) {
    INFO(text);
    CHECK(reader.read(text) == parse_time(text));
    CHECK(reader.read(text) == parse_time(text));
  }
}

TEST_CASE("the first text that a reader of times sees is no time if it has none", "[read]") {
  CHECK_FALSE(trace2::read::time_reader{}.read(std::string(20, '\0') + "000001Z"));
  CHECK(trace2::read::time_reader{}.read("1970-01-01T00:00:00.000001Z") == 1);
}

TEST_CASE("durations are read to the microsecond", "[read][R-EVT-06]") {
  CHECK(microseconds_of("0.000000") == 0);
  CHECK(microseconds_of("0.000230") == 230);
  CHECK(microseconds_of("12.345678") == 12'345'678);
  CHECK(microseconds_of("-0.000001") == -1);
  CHECK(microseconds_of("3") == 3'000'000);
  CHECK(microseconds_of("0.5") == 500'000);
  CHECK(microseconds_of("1234567890.123456") == 1'234'567'890'123'456);
  CHECK(microseconds_of("0.1234567") == 123'457);
  CHECK(microseconds_of("1.5e-05") == 15);
  CHECK(microseconds_of("1E2") == 100'000'000);
}

TEST_CASE("what is no duration is refused", "[read]") {
  for (std::string_view const text :
       {"", "-", "x", "1x", "\"1\"", "nan", "inf", "-inf", "1e", "e999", "1e999x"}) {
    INFO(text);
    CHECK_FALSE(parse_seconds(text).has_value());
  }
}

TEST_CASE("a duration beyond the range becomes the nearest end of it", "[read]") {
  CHECK(microseconds_of("10000000000") == 10'000'000'000'000'000);
  for (std::string const& text : {std::string{"99999999999999999999"}, std::string{"1e13"},
                                 std::string{"1e999"}, std::string{"1e+99999999999999999999"},
                                 std::string(400, '9'), std::string(400, '9') + ".5"}) {
    INFO(text);
    CHECK(microseconds_of(text) == 1'000'000'000'000'000'000);
    CHECK(microseconds_of("-" + text) == -1'000'000'000'000'000'000);
    CHECK(parse_fine_seconds(text)->in_nanoseconds() == fine_duration::longest);
  }
}

}  // namespace time_text_test
