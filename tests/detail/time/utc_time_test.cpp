#include <trace2/detail/time/utc_time.hpp>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "support/appended.hpp"
#include "support/catch.hpp"
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace utc_time_test {

using trace2::detail::append_sid_time;
using trace2::detail::local_offset;
using trace2::detail::max_time_size;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t new_year_2025 = 1'735'689'600 * second;

template <class Time>
std::string shown(Time time) {
  char text[max_time_size];
  return {text, put(text, time)};
}
std::string utc_time(std::int64_t wall) { return shown(trace2::detail::utc_time{wall}); }
std::string sid_time(std::int64_t wall) { return support::appended(append_sid_time, wall); }
std::string local_time(std::int64_t wall) { return shown(trace2::detail::local_time{wall}); }

/// The environment variable TZ for one test case.
class time_zone {
 public:
  explicit time_zone(char const* name) { set(name); }
  time_zone(time_zone const&) = delete;
  time_zone& operator=(time_zone const&) = delete;
  ~time_zone() { set("UTC0"); }

 private:
  static void set(char const* name) {
    ::setenv("TZ", name, 1);
    ::tzset();
  }
};

/// A new thread remembers nothing of another time zone.
std::string fresh_local_time(std::int64_t wall) {
  std::string text;
  std::thread{[&] { text = local_time(wall); }}.join();
  return text;
}

}  // namespace

TEST_CASE("EVENT time is extended UTC with microseconds", "[detail][R-TIME-02]") {
  CHECK(utc_time(0) == "1970-01-01T00:00:00.000000Z");
  CHECK(utc_time(new_year_2025 - 1) == "2024-12-31T23:59:59.999999Z");
  CHECK(utc_time(new_year_2025) == "2025-01-01T00:00:00.000000Z");
  CHECK(utc_time(951'825'661 * second + 42) == "2000-02-29T12:01:01.000042Z");
}

TEST_CASE("the time in a session id is basic UTC with microseconds",
          "[detail][R-TIME-03][R-SID-01]") {
  CHECK(sid_time(0) == "19700101T000000.000000Z");
  CHECK(sid_time(new_year_2025 - 1) == "20241231T235959.999999Z");
  CHECK(sid_time(951'825'661 * second + 42) == "20000229T120101.000042Z");
}

TEST_CASE("NORMAL and PERF show local time of day only", "[detail][R-TIME-01]") {
  {
    time_zone const kathmandu{"NPT-5:45"};
    CHECK(fresh_local_time(0) == "05:45:00.000000");
    CHECK(fresh_local_time(18 * hour + 15 * minute + 1) == "00:00:00.000001");
  }
  {
    time_zone const newfoundland{"NST3:30"};
    CHECK(fresh_local_time(0) == "20:30:00.000000");
    CHECK(fresh_local_time(new_year_2025 - 1) == "20:29:59.999999");
  }
  {
    time_zone const with_seconds{"LMT-0:00:30"};
    for (int s = 0; s < 120; ++s) {
      std::string const text = fresh_local_time(s * second);
      char expected[40];
      std::snprintf(expected, sizeof expected, "00:%02d:%02d.000000", (s + 30) / 60, (s + 30) % 60);
      CHECK(text == expected);
      CHECK(local_time(s * second) == expected);
    }
  }
}

TEST_CASE("a change of daylight saving time is noticed at once", "[detail][R-TIME-01]") {
  time_zone const berlin{"CET-1CEST,M3.5.0,M10.5.0/3"};
  std::thread{[] {
    constexpr std::int64_t march = 1'743'296'400 * second;  // 2025-03-30, 01:00 UTC
    CHECK(local_time(march - 1) == "01:59:59.999999");
    CHECK(local_time(march) == "03:00:00.000000");
    constexpr std::int64_t october = 1'761'440'400 * second;  // 2025-10-26, 01:00 UTC
    CHECK(local_time(october - 1) == "02:59:59.999999");
    CHECK(local_time(october) == "02:00:00.000000");
  }}.join();
}

TEST_CASE("times agree with the C library whatever came before", "[detail][R-TIME-01][R-TIME-02]") {
  time_zone const berlin{"CET-1CEST,M3.5.0,M10.5.0/3"};
  std::thread{[] {
    constexpr int last_year = sizeof(std::time_t) == 4 ? 2036 : 9000;
    // Steps of uneven size, forwards and backwards, within one minute and over years.
    constexpr std::int64_t steps[] = {
        1, 59 * second, -second, 61 * second, 8191 * hour + 17, -97 * hour, 7};
    std::int64_t wall = 0;
    for (int i = 0; i < 20'000; ++i) {
      wall += steps[i % 7];
      auto const seconds = static_cast<std::time_t>(wall / second);
      auto const rest = static_cast<int>(wall % second);
      std::tm utc{};
      std::tm local{};
      ::gmtime_r(&seconds, &utc);
      ::localtime_r(&seconds, &local);
      char date[64];
      char expected[96];
      std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
      std::snprintf(expected, sizeof expected, "%s.%06dZ", date, rest);
      REQUIRE(utc_time(wall) == expected);
      std::strftime(date, sizeof date, "%H:%M:%S", &local);
      std::snprintf(expected, sizeof expected, "%s.%06d", date, rest);
      REQUIRE(local_time(wall) == expected);
      if (utc.tm_year + 1900 > last_year) wall = new_year_2025 + i;
    }
  }}.join();
}

TEST_CASE("far and negative times are printed, not refused", "[detail]") {
  CHECK(utc_time(-1) == "1969-12-31T23:59:59.999999Z");
  CHECK(utc_time(253'402'300'800 * second) == "10000-01-01T00:00:00.000000Z");
  CHECK(utc_time(-62'198'755'200 * second) == "-1-01-01T00:00:00.000000Z");
  CHECK(utc_time(-62'135'596'800 * second) == "0001-01-01T00:00:00.000000Z");
  for (std::int64_t const end :
       {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    CHECK(utc_time(end).back() == 'Z');
    CHECK(sid_time(end).back() == 'Z');
    CHECK(local_time(end).size() == 15);
  }
}

TEST_CASE("threads format at the same time", "[detail][thread]") {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&wrong, t] {
      for (int i = 0; i < 2000; ++i) {
        std::int64_t const wall = new_year_2025 + t * hour + i * minute / 2;
        wrong += local_time(wall) + "Z" != utc_time(wall).substr(11);
      }
    });
  time_zone const utc{"UTC0"};
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("after freezing local time the system is not asked any more", "[detail]") {
  pid_t const child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    time_zone const before{"AAA-1"};
    bool right = local_time(0) == "01:00:00.000000";
    local_offset::freeze();
    ::setenv("TZ", "BBB-2", 1);
    ::tzset();
    right = right && local_time(hour) == "02:00:00.000000";
    ::_exit(right ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

}  // namespace utc_time_test
