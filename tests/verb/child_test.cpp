#include <trace2/verb/child.hpp>

#include <cerrno>
#include <string>
#include <string_view>
#include <thread>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace child_test {

using support::brief_session;
using trace2::child_record;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;

TEST_CASE("children are numbered from 0, in all threads", "[R-CHD-01][R-API-15]") {
  brief_session session;
  CHECK(tracer::child_start({{"a"}}).id == 0);
  int other = -1;
  std::thread{[&] { other = tracer::child_start({{"b"}}).id; }}.join();
  CHECK(other == 1);
  CHECK(tracer::child_start({{"c"}}).id == 2);
}

TEST_CASE("the time of a child is that since its start", "[R-TIME-08][R-API-16][R-API-17]") {
  brief_session session;
  session.clock.advance_microseconds(10);
  child_record const child = tracer::child_start({{"sort"}});
  session.clock.advance_microseconds(200);
  tracer::child_ready(child, 77, "ready");
  session.clock.advance_microseconds(50);
  session.normal();
  tracer::child_exit(child, 77, 3);
  CHECK(session.normal() == "child_exit[0] pid:77 code:3 elapsed:0.000250\n");
  CHECK(session.perf().find("child_ready  |     |  0.000210 |  0.000200 |") !=
        std::string_view::npos);
}

TEST_CASE("a child that never started has number 0 and no time", "[R-CHD-04]") {
  brief_session session;
  tracer::child_start({{"other"}});
  session.clock.advance_microseconds(100);
  session.normal();
  tracer::child_exit({}, 5, 1);
  tracer::child_ready({}, 5, "error");
  CHECK(session.normal() ==
        "child_exit[0] pid:5 code:1 elapsed:0.000000\n"
        "child_ready[0] pid:5 ready:error elapsed:0.000000\n");
}

TEST_CASE("a hook has the class of hooks, whatever the caller says", "[R-EVT-10]") {
  brief_session session;
  tracer::child_start({.argv = {"x"}, .child_class = "editor", .hook_name = "pre-commit"});
  CHECK(session.events() ==
        R"({"event":"child_start","child_id":0,"child_class":"hook","hook_name":"pre-commit",)"
        R"("use_shell":false,"argv":["x"]})"
        "\n");
}

TEST_CASE("only what a child is given is shown", "[R-CHD-05][R-CHD-06]") {
  brief_session session;
  tracer::child_start({.argv = {"x"}, .directory = "/a b", .child_class = "pager"});
  tracer::child_start({});
  CHECK(session.perf() ==
        "d0 | main                     | child_start  |     |  0.000000 |           |              "
        "| [ch0] class:pager cd:'/a b' argv:[x]\n"
        "d0 | main                     | child_start  |     |  0.000000 |           |              "
        "| [ch1] class:? argv:[]\n");
}

TEST_CASE("a command of Git has git in front of its arguments", "[R-EVT-11][R-CHD-07]") {
  brief_session session;
  tracer::child_start({.argv = {"gc", "--auto"}, .git_cmd = true});
  CHECK(session.normal() == "child_start[0] git gc --auto\n");
  CHECK(session.events().ends_with("\"argv\":[\"git\",\"gc\",\"--auto\"]}\n"));
}

TEST_CASE("arguments of children are redacted, and so is the program of an exec",
          "[R-RED-01][R-RED-02]") {
  brief_session session;
  tracer::child_start({.argv = {"gc", "https://u:p@h/", "x", "http://a:b@c"}, .git_cmd = true});
  tracer::exec("https://u:p@h/", {"http://a:b@c", "y"});
  CHECK(session.normal() ==
        "child_start[0] git gc 'https://u:<REDACTED>@h/' x 'http://a:<REDACTED>@c'\n"
        "exec[0] https://u:<REDACTED>@h/ 'http://a:<REDACTED>@c' y\n");
}

TEST_CASE("execs are numbered by themselves", "[R-API-18][R-API-19]") {
  brief_session session;
  tracer::child_start({});
  CHECK(tracer::exec("git", {"git", "version"}) == 0);
  CHECK(tracer::exec(nullptr, {}) == 1);
  session.normal();
  tracer::exec_result(1, ENOENT);
  tracer::exec_result(1, 0);
  CHECK(session.normal() ==
        "exec_result[1] code:2 err:No such file or directory\nexec_result[1] code:0\n");
}

TEST_CASE("before an exec all lines are delivered that a sink holds back") {
  struct holding_sink final : trace2::sink {
    void write(std::string_view) noexcept override {}
    void write_now(std::string_view line) noexcept override {
      calls += line.empty() ? "everything " : "line ";
    }
    std::string calls;
  };
  holding_sink sink;
  brief_session const session;
  trace2::target<trace2::format::normal>::state.open(sink, {});
  tracer::exec("git", {"git", "version"});
  CHECK(sink.calls == "everything line ");
}

TEST_CASE("while tracing is off no number is used up", "[R-API-18][R-API-34]") {
  CHECK(tracer::exec("git", {}) == -1);
  child_record const before = tracer::child_start({{"x"}});
  CHECK(before.id == 0);
  CHECK(before.started == 0);
  brief_session session;
  CHECK(tracer::child_start({{"x"}}).id == 0);
  CHECK(tracer::exec("git", {}) == 0);
}

TEST_CASE("a child that was started before tracing ends without time", "[R-API-35]") {
  child_record const before = tracer::child_start({{"x"}});
  brief_session session;
  session.clock.advance_microseconds(5);
  tracer::child_exit(before, 9, 0);
  CHECK(session.normal() == "child_exit[0] pid:9 code:0 elapsed:0.000000\n");
}

}  // namespace child_test
