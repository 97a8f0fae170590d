#include <trace2/task/wait.hpp>
#include <trace2/verb/task_region.hpp>

#include <string>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace task_region_test {

using support::brief_session;

TEST_CASE("a surplus leave ends neither the task nor the thread around it", "[R-REG-08]") {
  brief_session session;
  trace2::task const work{"c", "work"};
  trace2::task_scope const runs{work};
  session.events();
  trace2::region_leave("c", "l");
  CHECK(session.events().empty());
  CHECK(trace2::detail::this_process.misuse.region_leave.load_relaxed() == 1);
  { trace2::region const inside{"c", "l"}; }
  CHECK(session.events().find("\"nesting\":1") != std::string::npos);
}

TEST_CASE("a region that waits is not left twice, if a verb has left it before", "[R-REG-07]") {
  brief_session session;
  {
    trace2::wait_region const waits{"c", "l"};
    trace2::region_leave("c", "l");
    session.events();
  }
  CHECK(session.events().empty());
  trace2::data("c", "k", 1);
  CHECK(session.events().find("\"nesting\":1") != std::string::npos);
}

}  // namespace task_region_test
