#include <trace2/event/thread.hpp>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace thread_test {

using support::json;
using support::perf;
using namespace trace2::event;

TEST_CASE("a thread's events are empty: its name is part of every line", "[R-PRF-10][R-EVT-05]") {
  CHECK(perf(thread_start{}) == "thread_start |     |  1.500000 |           |              | ");
  CHECK(json(thread_start{}) == "");
  CHECK(perf(thread_exit{.t_rel = trace2::duration::microseconds(250'000)}) ==
        "thread_exit  |     |  1.500000 |  0.250000 |              | ");
  CHECK(json(thread_exit{.t_rel = trace2::duration::microseconds(250'000)}) ==
        R"("t_rel":0.250000)");
}

}  // namespace thread_test
