#include <trace2/task/work.hpp>

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace work_test {

using support::brief_session;

TEST_CASE("work becomes a task where it is handed on, and ends when it has been done") {
  brief_session session;
  auto work = trace2::as_task("c", "work", [number = std::make_unique<int>(7)](int more) {
    trace2::data("c", "k", *number + more);
    return *number;
  });
  CHECK(session.events() ==
        R"({"event":"task_begin","task":1,"parent":0,"category":"c","label":"work"})"
        "\n");
  std::thread{[moved = std::move(work)]() mutable { CHECK(moved(1) == 7); }}.join();
  std::string const lines = session.events();
  CHECK(lines.find("task_run") < lines.find("\"value\":\"8\""));
  CHECK(lines.find("\"value\":\"8\"") < lines.find("task_pause"));
  CHECK(lines.find("task_pause") < lines.find("task_end"));
}

TEST_CASE("work tells which task has caused it") {
  brief_session session;
  trace2::task const cause{"c", "cause"};
  trace2::task_scope const runs{cause};
  session.events();
  auto const work = trace2::as_task("c", "work", [] {});
  CHECK(session.events().ends_with(
      "{\"event\":\"task_link\",\"task\":2,\"other\":1,\"kind\":\"caused_by\"}\n"));
}

TEST_CASE("an exception of the work ends the task") {
  brief_session session;
  auto work = trace2::as_task("c", "work", []() -> int { throw 1; });
  CHECK_THROWS_AS(work(), int);
  CHECK(session.events().find("task_end") != std::string::npos);
  CHECK_FALSE(trace2::this_task());
}

TEST_CASE("while nothing is traced work is only work") {
  auto work = trace2::as_task("c", "work", [] { return 3; });
  CHECK(work() == 3);
}

}  // namespace work_test
