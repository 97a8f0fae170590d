#include <trace2/task/wait.hpp>

#include <string>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace wait_test {

using support::brief_session;

TEST_CASE("a region that waits is a region of its thread with one member more", "[R-REG-01]") {
  brief_session session;
  {
    trace2::region const outer{"pool", "outer"};
    session.events();
    trace2::wait_region const waits{"pool", "idle"};
    session.clock.advance_microseconds(5);
  }
  std::string const lines = session.events();
  CHECK(lines.starts_with(
      R"({"event":"region_enter","nesting":2,"category":"pool","label":"idle","waits":true})"));
  CHECK(lines.find(R"({"event":"region_leave","t_rel":0.000005,"nesting":2,"category":"pool",)"
                   R"("label":"idle","waits":true})") != std::string::npos);
  CHECK(lines.ends_with("\"nesting\":1,\"category\":\"pool\",\"label\":\"outer\"}\n"));
}

TEST_CASE("inside a task it is a region of the task") {
  brief_session session;
  trace2::task const work{"c", "work"};
  trace2::task_scope const runs{work};
  session.events();
  { trace2::wait_region const waits{"pool", "lock"}; }
  CHECK(session.events() ==
        R"({"event":"task_region_enter","task":1,"nesting":1,"category":"pool","label":"lock",)"
        R"("waits":true})"
        "\n"
        R"({"event":"task_region_leave","task":1,"t_rel":0.000000,"nesting":1,)"
        R"("category":"pool","label":"lock","waits":true})"
        "\n");
}

TEST_CASE("PERF says that it waits") {
  brief_session session;
  trace2::wait_region const waits{"pool", "idle"};
  CHECK(std::string{session.perf()}.ends_with("| waits label:idle\n"));
}

TEST_CASE("without a session, and after it, nothing is said") {
  trace2::wait_region const before{"pool", "idle"};
  brief_session session;
  trace2::wait_region const after{"pool", "idle"};
  session.end();
}

}  // namespace wait_test
