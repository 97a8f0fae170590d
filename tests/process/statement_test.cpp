#include <trace2/process/statement.hpp>
#include <trace2/testing.hpp>

#include <cerrno>

#include "support/catch.hpp"

namespace statement_test {

using trace2::detail::statement;
using trace2::testing::memory_session;

TEST_CASE("a statement knows its moment, its thread and the errno before it") {
  memory_session session;
  session.clock.advance_microseconds(7);
  errno = ENOTTY;
  {
    statement const s;
    REQUIRE(s);
    session.clock.advance_microseconds(100);
    CHECK(s.t_abs() == trace2::duration::microseconds(7));
    CHECK(s.thread->name() == "main");
    errno = ENOENT;
  }
  CHECK(errno == ENOTTY);
}

}  // namespace statement_test
