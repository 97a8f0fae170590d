#include <trace2/detail/text/floating.hpp>

#include <limits>
#include <locale>
#include <string>

#include "support/catch.hpp"

namespace floating_test {

using trace2::buffer;

namespace {

struct comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("numbers do not depend on the locale", "[R-HOST-06]") {
  std::locale const before = std::locale::global(std::locale{std::locale::classic(), new comma});
  buffer text;
  text.append_decimal(1234567.5);
  text.append(' ');
  text.append_decimal(1234567);
  std::locale::global(before);
  CHECK(text.view() == "1234567.5 1234567");
}

TEST_CASE("a floating-point number is the shortest text that reads back the same") {
  buffer text;
  for (double const number : {0.1, 1e300, -2.5, 1.0 / 3}) {
    text.clear();
    text.append_decimal(number);
    CHECK(std::stod(std::string{text.view()}) == number);
  }
  text.clear();
  text.append_decimal(0.1);
  CHECK(text.view() == "0.1");
  text.clear();
  text.append_decimal(std::numeric_limits<double>::denorm_min());
  CHECK(text.view() == "5e-324");
  text.clear();
  text.append_decimal(-std::numeric_limits<double>::max());
  CHECK(text.view() == "-1.7976931348623157e+308");
}

TEST_CASE("a number that finds no room makes the buffer fail, and leaves its text alone") {
  char memory[8];
  buffer text{memory, sizeof memory};
  text.append("ab");
  text.append_decimal(1.0 / 3);
  CHECK(text.failed());
  CHECK(text.view() == "ab");
}

}  // namespace floating_test
