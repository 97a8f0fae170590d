#include <trace2/control.hpp>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace control_test {

TEST_CASE("a program without a session can't be reached") {
  // Sessions that begin later can.
  CHECK(support::run_in_child([] { return trace2::control::allow() ? 1 : 0; }) == 0);
}

TEST_CASE("where tracing is compiled out there is no control") {
  using none = trace2::basic_control<trace2::basic_tracer<false, trace2::target_list<>>>;
  CHECK_FALSE(none::allow());
  CHECK_FALSE(none::offer());
}

}  // namespace control_test
