#include <trace2/detail/text/json_output.hpp>

#include "support/catch.hpp"

namespace json_output_test {

using trace2::buffer;

TEST_CASE("a unit that only instruments leaves floating-point numbers to the lent function") {
  buffer text;
  trace2::detail::json_output to{text, [](buffer& out, double value, bool is_float) noexcept {
                                   out.append(is_float ? "float " : "double ");
                                   out.append(value == 0.5 ? "half" : "other");
                                 }};
  to.append_decimal(2);
  to.append(' ');
  to.append_decimal(0.5);
  to.append(' ');
  to.append_decimal(0.5f);
  CHECK(text.view() == "2 double half float half");
}

TEST_CASE("functions of text write into the buffer behind an output") {
  buffer text;
  trace2::detail::json_output to{text, nullptr};
  [](buffer& out) { out.append("plain"); }(to);
  to.append(" text");
  CHECK(text.view() == "plain text");
}

}  // namespace json_output_test
