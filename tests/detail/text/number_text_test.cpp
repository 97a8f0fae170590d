#include <trace2/detail/text/number_text.hpp>

#include <cerrno>
#include <cstdint>
#include <string_view>

#include "support/catch.hpp"

namespace number_text_test {

using trace2::detail::floating_number_from;
using trace2::detail::number_from;

TEST_CASE("a text is a number if all of it is", "[read]") {
  std::int64_t whole = 7;
  CHECK(number_from("-12", whole));
  CHECK(whole == -12);
  for (char const* text : {"", "1x", " 1", "+1", "9223372036854775808"}) {
    CAPTURE(text);
    CHECK_FALSE(number_from(text, whole));
    CHECK(whole == -12);
  }
  double number = 0;
  CHECK(number_from("-1.5e3", number));
  CHECK(number == -1500);
}

TEST_CASE("short whole numbers are read as long ones are", "[read]") {
  std::uint32_t small = 7;
  for (char const* text : {"", "-1", "12a", "1.5", "4294967296"}) {
    CAPTURE(text);
    CHECK_FALSE(number_from(text, small));
    CHECK(small == 7);
  }
  CHECK((number_from("999999999", small) && small == 999'999'999));
  CHECK((number_from("4294967295", small) && small == 4'294'967'295));
  CHECK((number_from("007", small) && small == 7));
}

TEST_CASE("every standard library reads the same numbers", "[read]") {
  for (char const* text : {"0",
                           "-0.0",
                           "1",
                           "0.1",
                           "1e22",
                           "1.7976931348623157e308",
                           "2.2250738585072014e-308",
                           "9007199254740993",
                           "0.000000000000000000000000000001",
                           "123456789012345678901234567890",
                           "",
                           "-",
                           "+1",
                           " 1",
                           "1 ",
                           "0x10",
                           "1e",
                           "1e400",
                           ".",
                           "1.5.5",
                           "1,5",
                           "1-1"}) {
    CAPTURE(text);
    double with_copy = 7;
    double number = 7;
    errno = EDOM;
    CHECK(floating_number_from(text, with_copy) == number_from(text, number));
    CHECK(errno == EDOM);
    CHECK(with_copy == number);
    float short_with_copy = 7;
    float short_number = 7;
    CHECK(floating_number_from(text, short_with_copy) == number_from(text, short_number));
    CHECK(short_with_copy == short_number);
  }
}

}  // namespace number_text_test
