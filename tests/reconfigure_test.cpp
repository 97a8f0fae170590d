#include <trace2/call/targets.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/reconfigure.hpp>

#include "support/catch.hpp"

namespace reconfigure_test {

TEST_CASE("nothing is changed without a session, nor where tracing is compiled out") {
  using trace2::basic_session;
  using trace2::basic_tracer;
  using trace2::default_targets;
  CHECK_FALSE(basic_session<basic_tracer<true, default_targets>>::reconfigure());
  CHECK_FALSE(basic_session<basic_tracer<true, default_targets>>::reopen());
  CHECK_FALSE(basic_session<basic_tracer<false, default_targets>>::reconfigure({{"A", "B"}}));
  CHECK_FALSE(basic_session<basic_tracer<false, default_targets>>::reopen());
}

}  // namespace reconfigure_test
