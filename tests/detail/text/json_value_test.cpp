#include <trace2/detail/text/json_value.hpp>

#include <limits>
#include <locale>
#include <string>

#include "support/catch.hpp"

namespace json_value_test {

TEST_CASE("an output for another unit writes into its buffer") {
  trace2::buffer text;
  trace2::detail::json_output to = trace2::detail::output_to(text);
  to.append('[');
  to.append_decimal(0.25);
  to.append(",");
  to.append_decimal(-3);
  to.append(']');
  CHECK(text.view() == "[0.25,-3]");
}

TEST_CASE("a value becomes the same text in a buffer and in an output for another unit") {
  double const numbers[] = {0.1, -2.5, 1e300, 1.0 / 3};
  trace2::buffer direct;
  trace2::detail::append_json(direct, numbers);
  trace2::buffer text;
  trace2::detail::json_output to = trace2::detail::output_to(text);
  trace2::detail::json_of<double[4]>::append(to, numbers);
  CHECK(text.view() == direct.view());
  CHECK(text.view() == "[0.1,-2.5,1e+300,0.3333333333333333]");
}

TEST_CASE("a float is as short as reads back as the same float, wherever it stands") {
  float const numbers[] = {0.1f, 16777216.0f, 1e-45f, 1.0f / 0.0f};
  trace2::buffer direct;
  trace2::detail::append_json(direct, numbers);
  trace2::buffer text;
  trace2::detail::json_of<float[4]>::append(trace2::detail::output_to(text), numbers);
  CHECK(text.view() == direct.view());
  CHECK(text.view() == "[0.1,16777216,1e-45,null]");
}

}  // namespace json_value_test

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
