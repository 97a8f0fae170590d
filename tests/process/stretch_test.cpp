#include <trace2/process/stretch.hpp>

#include "support/catch.hpp"

namespace stretch_test {

using namespace trace2::detail;

TEST_CASE("a stretch is empty unless it ends behind its beginning", "[detail]") {
  CHECK(stretch{}.is_empty());
  CHECK(stretch{3, 3}.is_empty());
  CHECK(stretch{4, 3}.is_empty());
  CHECK(!stretch{3, 4}.is_empty());
}

TEST_CASE("a search without match ends at the end", "[detail]") {
  CHECK(find_or_end("abc", 'b', 0) == 1);
  CHECK(find_or_end("abc", 'a', 1) == 3);
  CHECK(find_or_end("", 'a', 0) == 0);
}

}  // namespace stretch_test
