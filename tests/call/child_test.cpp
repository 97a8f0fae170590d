#include <trace2/call/child.hpp>

#include <cerrno>
#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace child_test {

using support::brief_session;
using namespace trace2;
using child_on = basic_child<basic_tracer<true, default_targets>>;
using exec_on = basic_exec<basic_tracer<true, default_targets>>;

namespace {

/// The status of a process that ends as told.
int status_of(auto const& end) {
  pid_t const pid = ::fork();
  if (pid == 0) {
    end();
    ::_exit(99);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("a child is shown from its start to its end", "[R-API-15][R-API-16]") {
  brief_session session;
  child_on const sort{{.argv = {"sort", "-u"}, .child_class = "sort"}};
  session.clock.advance_microseconds(9);
  CHECK(sort.exited_with(12, 3) == 3);
  CHECK(session.normal() ==
        "child_start[0] sort -u\nchild_exit[0] pid:12 code:3 elapsed:0.000009\n");
  CHECK(sort.record().id == 0);
}

TEST_CASE("the code is the child's own, or that of its signal", "[R-CHD-02]") {
  brief_session session;
  child_on const child{{.argv = {"x"}}};
  CHECK(child.exited(12, status_of([] { ::_exit(7); })) == 7);
  CHECK(child.exited(12, status_of([] { ::raise(SIGKILL); })) == 128 + SIGKILL);
  CHECK(child.exited(12, 0x7f) == -1);  // stopped, not ended
  session.normal();
}

TEST_CASE("a child that could not be started has neither number nor code", "[R-CHD-02]") {
  brief_session session;
  child_on const child{{.argv = {"x"}}};
  session.normal();
  child.failed();
  CHECK(session.normal() == "child_exit[0] pid:-1 code:-1 elapsed:0.000000\n");
}

TEST_CASE("a wait for a child that could not be started takes no other child", "[R-CHD-02]") {
  brief_session session;
  pid_t const other = ::fork();
  if (other == 0) ::_exit(7);
  for (int const never : {-1, 0, -other}) {
    child_on const child{{.argv = {"x"}}};
    session.normal();
    CHECK(child.wait(never) == -1);
    CHECK(errno == ECHILD);
    CHECK(session.normal().find("code:-1") != std::string::npos);
  }
  child_on const child{{.argv = {"y"}}};
  CHECK(child.wait(other) == 7);
  CHECK(session.normal().find("code:7") != std::string::npos);
}

TEST_CASE("a child in the background is ready", "[R-CHD-03]") {
  brief_session session;
  child_on const child{{.argv = {"x"}}};
  session.normal();
  child.ready(12);
  child.ready(12, "timeout");
  CHECK(session.normal() ==
        "child_ready[0] pid:12 ready:ready elapsed:0.000000\n"
        "child_ready[0] pid:12 ready:timeout elapsed:0.000000\n");
}

TEST_CASE("an exec that fails says why, with its own number", "[R-API-18][R-API-19]") {
  brief_session session;
  exec_on const first{"git", {"git", "gc"}};
  exec_on const second{nullptr, {"x"}};
  CHECK(second.id() == 1);
  second.failed(ENOENT);
  CHECK(session.normal() ==
        "exec[0] git git gc\nexec[1] x\nexec_result[1] code:2 err:No such file or directory\n");
}

TEST_CASE("each event of a child names its own line") {
  testing::memory_session session;
  int const line = __LINE__ + 1;
  child_on const child{{.argv = {"x"}}};
  child.failed();
  std::string const lines{session.event()};
  CHECK(lines.find("\"line\":" + std::to_string(line)) != std::string::npos);
  CHECK(lines.find("\"line\":" + std::to_string(line + 1)) != std::string::npos);
}

TEST_CASE("a child may be started later than its object, with the place where it is") {
  testing::memory_session session;
  child_on member;
  CHECK_FALSE(member.is_started());
  CHECK(member.exited_with(12, 3) == 3);
  member.ready(12);
  member.failed();
  CHECK(session.event() == "");
  int const line = __LINE__ + 1;
  member = child_on{{.argv = {"x"}}};
  CHECK(member.is_started());
  CHECK(session.event().find("\"line\":" + std::to_string(line)) != std::string_view::npos);
  member = {};
  member.failed();
  CHECK(session.event() == "");
}

TEST_CASE("an exec may be tried later than its object is made", "[R-API-18]") {
  brief_session session;
  exec_on attempt;
  attempt.failed(ENOENT);
  attempt = exec_on{"git", {"git", "gc"}};
  attempt.failed(ENOENT);
  CHECK(session.normal() ==
        "exec[0] git git gc\nexec_result[0] code:2 err:No such file or directory\n");
}

TEST_CASE("compiled out a child still knows its code") {
  using child_off = basic_child<basic_tracer<false, default_targets>>;
  child_off const child{{.argv = {"x"}}};
  CHECK(child.exited_with(1, 5) == 5);
  CHECK(child.exited(1, 7 << 8) == 7);
}

}  // namespace child_test
