#include <trace2/read/surroundings/prefix_shape.hpp>

#include <string>

#include "support/catch.hpp"

namespace prefix_shape_test {

using trace2::read::surroundings::prefix_shape;

TEST_CASE("prefixes have one shape whose times, numbers and names differ", "[read]") {
  CHECK(prefix_shape{"Nov  1 10:00:00 host git[1]: "} ==
        prefix_shape{"Dec 31 23:59:59 b git[22]: "});
  CHECK(prefix_shape{"[    0.000001] "} == prefix_shape{"[12345.000001] "});
  CHECK(prefix_shape{"app-1  | "} == prefix_shape{"worker-12 | "});
  CHECK_FALSE(prefix_shape{"app-1 | "} == prefix_shape{"1 | "});
  CHECK_FALSE(prefix_shape{"a: "} == prefix_shape{"a:"});
}

TEST_CASE("a line has a prefix up to the blanks that belong to it", "[read]") {
  prefix_shape const shape{"app-1  | "};
  CHECK(shape.match("db-2 | text") == 7);
  CHECK(shape.match("db-2 |   indented") == 7);
  CHECK(shape.match("db-2 |") == 6);
  CHECK(shape.match("db 2 | text") == 0);
  CHECK(shape.match("text") == 0);
  CHECK(shape.match("") == 0);
  CHECK(prefix_shape{"     1\t"}.match("    12\ttext") == 7);
  CHECK(prefix_shape{"     1\t"}.match("two\ttext") == 0);
}

TEST_CASE("a letter behind a colour is not of the prefix", "[read]") {
  prefix_shape const shape{"\x1b[36mapp-1 | \x1b[0m"};
  CHECK(shape == prefix_shape{"\x1b[1;33mdb-2 | \x1b[m"});
  CHECK(shape.match("\x1b[36mapp-1 | \x1b[0mtwo words") == 17);
  CHECK(shape.match("app-1 | two words") == 0);
}

TEST_CASE("a long word takes no long time, because it is no prefix", "[read]") {
  std::string const word(1 << 20, 'x');
  CHECK(prefix_shape{"a | "}.match(word) == 0);
}

}  // namespace prefix_shape_test
