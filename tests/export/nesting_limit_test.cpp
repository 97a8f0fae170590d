#include <trace2/export/nesting_limit.hpp>

#include "support/catch.hpp"

namespace nesting_limit_test {

TEST_CASE("events that go just as deep as the default limit are noticed", "[export]") {
  trace2::read::model trace;
  for (int const deepest : {0, 1, 2, 3, 10}) {
    trace.deepest = deepest;
    CHECK(trace2::exporter::is_at_nesting_limit(trace) == (deepest == 2));
  }
}

}  // namespace nesting_limit_test
