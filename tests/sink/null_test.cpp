#include <trace2/sink/null.hpp>

#include "support/catch.hpp"

namespace null_test {

TEST_CASE("the null sink takes everything and never fails") {
  trace2::null_sink nothing;
  trace2::sink& sink = nothing;
  sink.write("line\n");
  CHECK(sink.error() == 0);
  CHECK(sink.dropped() == 0);
  CHECK(sink.drop_reason() == 0);
  CHECK_FALSE(sink.is_terminal());
}

}  // namespace null_test
