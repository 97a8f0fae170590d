#include "output/left_out.hpp"

#include "support/catch.hpp"

namespace left_out_test {

namespace program = trace2::program;

TEST_CASE("what is left out is said in plain English", "[export]") {
  CHECK(program::left_out{}.text().empty());
  CHECK(program::left_out{}.add("processes", 1).add("children", 1).add("lines", 1).text() ==
        "1 process, 1 child, 1 line");
  CHECK(program::left_out{}.add("processes", 2).add("threads", 0).add("lines", 3).text() ==
        "2 processes, 3 lines");
  CHECK(program::left_out{}.add("parts of values", 1).add("parts of indentations", 2).text() ==
        "1 part of values, 2 parts of indentations");
}

TEST_CASE("equal kinds are added up", "[export]") {
  program::left_out all;
  all.add("lines", 2).add(program::left_out{}.add("lines", 3).add("spans", 1));
  CHECK(all.text() == "5 lines, 1 span");
}

}  // namespace left_out_test
