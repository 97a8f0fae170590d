#include "system/calendar.hpp"

#include <cstdint>
#include <ctime>

#include "support/catch.hpp"

namespace calendar_test {

using trace2::program::local_moment;
using trace2::program::utc_moment;

namespace {

std::tm moment(int year, int month, int day, int hour = 0, int minute = 0, int second = 0) {
  std::tm result{};
  result.tm_year = year - 1900;
  result.tm_mon = month - 1;
  result.tm_mday = day;
  result.tm_hour = hour;
  result.tm_min = minute;
  result.tm_sec = second;
  return result;
}

}  // namespace

TEST_CASE("a moment of UTC is told in seconds") {
  CHECK(utc_moment(moment(1970, 1, 1)) == 0);
  CHECK(utc_moment(moment(2000, 1, 31, 12, 34, 56)) == 949'322'096);
  CHECK(utc_moment(moment(2200, 12, 31, 23, 59)) == 7'289'654'340);
}

TEST_CASE("a day that its month lacks is one of the next") {
  CHECK(utc_moment(moment(2001, 2, 29)) == utc_moment(moment(2001, 3, 1)));
  CHECK(utc_moment(moment(2000, 2, 31)) == utc_moment(moment(2000, 3, 2)));
}

TEST_CASE("clocks here show at a local moment what those of UTC show") {
  std::int64_t const at = utc_moment(moment(2000, 1, 31, 12, 34, 56));
  std::time_t const here = local_moment(at);
  std::tm const* const shown = std::localtime(&here);
  REQUIRE(shown != nullptr);
  CHECK(utc_moment(*shown) == at);
}

}  // namespace calendar_test
