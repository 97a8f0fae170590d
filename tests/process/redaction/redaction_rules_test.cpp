#include <trace2/process/redaction/redaction_rules.hpp>

#include "support/catch.hpp"

namespace stretch_test {

using trace2::detail::stretch;

TEST_CASE("a stretch is empty unless it ends behind its beginning", "[detail]") {
  CHECK(stretch{}.is_empty());
  CHECK(stretch{3, 3}.is_empty());
  CHECK(stretch{4, 3}.is_empty());
  CHECK(!stretch{3, 4}.is_empty());
}

}  // namespace stretch_test
