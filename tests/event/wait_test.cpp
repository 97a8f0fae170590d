#include <trace2/event/wait.hpp>

#include <string>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace wait_test {

using support::json;
using support::perf;
using namespace trace2::event;

namespace {

std::string payload(auto const& event) {
  std::string const line = perf(event);
  return line.substr(line.rfind("| ") + 2);
}

}  // namespace

TEST_CASE("a region that only waits is a region with one member more", "[R-EVT-05]") {
  CHECK(wait_enter::event_name == region_enter::event_name);
  CHECK(json(wait_enter{{.nesting = 1, .category = "pool", .label = "idle"}}) ==
        R"("nesting":1,"category":"pool","label":"idle","waits":true)");
  CHECK(json(wait_leave{{.t_rel = {}, .nesting = 1, .label = "idle"}}) ==
        R"("t_rel":0.000000,"nesting":1,"label":"idle","waits":true)");
  CHECK(json(task_wait_enter{{.task = 2, .nesting = 1, .label = "lock"}}) ==
        R"("task":2,"nesting":1,"label":"lock","waits":true)");
  CHECK(json(task_wait_leave{{.task = 2, .t_rel = {}, .nesting = 1, .label = "lock"}}) ==
        R"("task":2,"t_rel":0.000000,"nesting":1,"label":"lock","waits":true)");
}

TEST_CASE("PERF says that a region waits where no label can say it", "[R-PRF-13]") {
  CHECK(payload(wait_enter{{.label = "idle", .msg = "7"}}) == "waits label:idle 7");
  CHECK(payload(wait_leave{{.label = "idle"}}) == "waits label:idle");
  CHECK(payload(task_wait_enter{{.task = 2, .label = "lock"}}) == "[t2] waits label:lock");
  CHECK(payload(task_wait_leave{{.task = 2, .label = "lock"}}) == "[t2] waits label:lock");
}

}  // namespace wait_test
