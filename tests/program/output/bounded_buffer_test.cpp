#include "output/bounded_buffer.hpp"

#include <string>

#include "support/catch.hpp"

namespace bounded_buffer_test {

TEST_CASE("a buffer takes as much as its limit, and says when it could not", "[read]") {
  trace2::program::bounded_buffer line{10};
  line.append("0123456789");
  CHECK(line.view() == "0123456789");
  CHECK_FALSE(line.failed());
  line.append('x');
  CHECK(line.failed());
  line.clear();
  line.append("again");
  CHECK(line.view() == "again");
  CHECK_FALSE(line.failed());
}

TEST_CASE("a large limit costs nothing until it is used", "[read]") {
  trace2::program::bounded_buffer line{std::size_t{1} << 36};
  line.append(std::string(1'000'000, 'x'));
  CHECK(line.size() == 1'000'000);
}

TEST_CASE("a short buffer has its limit, too, and drops what exceeds its memory", "[read]") {
  trace2::program::short_buffer<10> line;
  line.append("0123456789");
  CHECK(line.view() == "0123456789");
  CHECK_FALSE(line.failed());
  line.append('x');
  CHECK(line.failed());
  line.append(std::string(10, 'y'));
  CHECK(line.view() == "0123456789x");
  line.clear();
  CHECK_FALSE(line.failed());
}

}  // namespace bounded_buffer_test
