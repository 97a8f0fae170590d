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

TEST_CASE("statements of a thread share its memory one after another") {
  memory_session session;
  trace2::detail::scratch* used = nullptr;
  {
    statement const s;
    used = &s.memory();
    CHECK(&s.memory() == used);
  }
  statement const next;
  CHECK(&next.memory() == used);
}

TEST_CASE("a statement within another one has memory of its own") {
  memory_session session;
  statement const outer;
  outer.memory().message.append("outer");
  {
    statement const inner;
    inner.memory().message.append("inner");
    statement const innermost;
    innermost.memory().message.append("innermost");
    CHECK(inner.memory().message.view() == "inner");
  }
  CHECK(outer.memory().message.view() == "outer");
}

}  // namespace statement_test
