#include <trace2/process/threads/call_context.hpp>
#include <trace2/testing.hpp>

#include <cerrno>

#include "support/catch.hpp"

namespace call_context_test {

using trace2::detail::call_context;
using trace2::testing::memory_session;

TEST_CASE("a call knows its moment, its thread and the errno before it") {
  memory_session session;
  session.clock.advance_microseconds(7);
  errno = ENOTTY;
  {
    call_context const s;
    REQUIRE(s);
    session.clock.advance_microseconds(100);
    CHECK(s.t_abs() == trace2::duration::microseconds(7));
    CHECK(s.thread->name() == "main");
    errno = ENOENT;
  }
  CHECK(errno == ENOTTY);
}

TEST_CASE("calls of a thread share its memory one after another") {
  memory_session session;
  trace2::detail::scratch* used = nullptr;
  {
    call_context const s;
    used = &s.memory();
    CHECK(&s.memory() == used);
  }
  call_context const next;
  CHECK(&next.memory() == used);
}

TEST_CASE("a call within another one has memory of its own") {
  memory_session session;
  call_context const outer;
  outer.memory().message.append("outer");
  {
    call_context const inner;
    inner.memory().message.append("inner");
    call_context const innermost;
    innermost.memory().message.append("innermost");
    CHECK(inner.memory().message.view() == "inner");
  }
  CHECK(outer.memory().message.view() == "outer");
}

}  // namespace call_context_test
