#include <trace2/value/duration.hpp>
#include <trace2/value/text_list.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <ratio>
#include <string>
#include <type_traits>

#include "support/catch.hpp"
#include "support/random_text.hpp"

namespace duration_test {

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

TEST_CASE("a number without its unit is no duration") {
  static_assert(!std::is_constructible_v<duration, int>);
  static_assert(!std::is_constructible_v<duration, std::int64_t>);
  static_assert(!std::is_constructible_v<duration, double>);
  static_assert(!std::is_aggregate_v<duration>);
  CHECK(duration{} == duration::microseconds(0));
}

namespace {

template <class Rep, class Period>
std::int64_t microseconds_of(std::chrono::duration<Rep, Period> length) {
  return duration{length}.in_microseconds();
}

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

template <class Rep>
using seconds_in = std::chrono::duration<Rep>;

}  // namespace

TEST_CASE("a duration is any of std::chrono") {
  using namespace std::chrono_literals;
  static_assert(duration{5us}.in_microseconds() == 5);
  static_assert(duration{5ms}.in_microseconds() == 5'000);
  static_assert(duration{-5min}.in_microseconds() == -300'000'000);
  static_assert(duration{1.25s}.in_microseconds() == 1'250'000);
  static_assert(std::is_convertible_v<std::chrono::hours, duration>);
  static_assert(!std::is_convertible_v<std::chrono::system_clock::time_point, duration>);
  CHECK(microseconds_of(std::chrono::duration<signed char, std::milli>{-128}) == -128'000);
  CHECK(microseconds_of(std::chrono::duration<int, std::ratio<1, 60>>{1}) == 16'667);
  CHECK(microseconds_of(std::chrono::duration<int, std::ratio<1, 3>>{-2}) == -666'667);
  CHECK(microseconds_of(std::chrono::duration<long, std::ratio<1001, 30'000>>{3}) == 100'100);
}

TEST_CASE("durations of std::chrono are rounded as printf rounds their seconds",
          "[R-TIME-05][R-TMR-07]") {
  using std::chrono::nanoseconds;
  auto const printed = [](double duration) {
    char text[64];
    std::snprintf(text, sizeof text, "%.6f", duration);
    std::string digits = text;
    digits.erase(digits.find('.'), 1);
    return std::atoll(digits.c_str());
  };
  for (int count = -20'000; count < 20'000; count += 100) {
    CAPTURE(count);
    CHECK(microseconds_of(nanoseconds{count}) == printed(count / 1e9));
    CHECK(microseconds_of(seconds_in<double>{count / 1e9}) == printed(count / 1e9));
    CHECK(microseconds_of(std::chrono::duration<double, std::nano>{count}) == printed(count / 1e9));
    CHECK(microseconds_of(std::chrono::duration<std::int64_t, std::pico>{count * 1000LL}) ==
          printed(count / 1e9));
  }
}

TEST_CASE("durations beyond the range become its ends") {
  using namespace std::chrono;
  CHECK(microseconds_of(microseconds::max()) == most);
  CHECK(microseconds_of(microseconds::min()) == least);
  CHECK(microseconds_of(std::chrono::seconds::max()) == most);
  CHECK(microseconds_of(std::chrono::seconds::min()) == least);
  CHECK(microseconds_of(hours{std::numeric_limits<hours::rep>::max()}) == most);
  CHECK(microseconds_of(std::chrono::duration<std::int64_t, std::exa>{1}) == most);
  CHECK(microseconds_of(std::chrono::duration<std::int64_t, std::exa>{0}) == 0);
  CHECK(microseconds_of(std::chrono::duration<std::uint64_t, std::micro>{UINT64_MAX}) == most);
  CHECK(microseconds_of(nanoseconds::max()) == 9'223'372'036'854'776);
  CHECK(microseconds_of(nanoseconds::min()) == -9'223'372'036'854'776);
  CHECK(microseconds_of(std::chrono::duration<std::uint64_t, std::nano>{UINT64_MAX}) ==
        18'446'744'073'709'552);
  CHECK(microseconds_of(seconds_in<double>{1e300}) == most);
  CHECK(microseconds_of(seconds_in<float>{-1e30F}) == least);
}

TEST_CASE("infinities become the ends of the range, and NaN nothing") {
  using real = std::numeric_limits<double>;
  CHECK(microseconds_of(seconds_in<double>{real::infinity()}) == most);
  CHECK(microseconds_of(seconds_in<double>{-real::infinity()}) == least);
  CHECK(microseconds_of(seconds_in<double>{real::quiet_NaN()}) == 0);
  CHECK(microseconds_of(seconds_in<float>{std::numeric_limits<float>::quiet_NaN()}) == 0);
  CHECK(microseconds_of(seconds_in<long double>{std::numeric_limits<long double>::infinity()}) ==
        most);
}

}  // namespace duration_test
