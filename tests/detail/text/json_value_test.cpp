#include <trace2/detail/text/json_value.hpp>

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
