#include <trace2/read/microseconds.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace microseconds_test {

namespace {

std::string text_of(std::int64_t nanoseconds) {
  trace2::buffer out;
  trace2::read::append_microseconds(out, ns(nanoseconds));
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("whole microseconds have no decimals, others three", "[export]") {
  CHECK(text_of(0) == "0");
  CHECK(text_of(12'000) == "12");
  CHECK(text_of(12'034) == "12.034");
  CHECK(text_of(9) == "0.009");
}

TEST_CASE("times below 0 have a sign, also the least of all", "[export]") {
  CHECK(text_of(-9) == "-0.009");
  CHECK(text_of(-12'000) == "-12");
  CHECK(text_of(INT64_MIN) == "-9223372036854775.808");
}

}  // namespace microseconds_test
