#include "convert/otlp_values.hpp"

#include <trace2/event/stopwatch.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/value/duration.hpp>

#include "support/catch.hpp"

namespace otlp_values_test {

namespace program = trace2::program;
using trace2::duration;

TEST_CASE("sums of timers are an object, and take memory", "[export]") {
  trace2::read::memory_budget budget{10'000};
  program::otlp_sums sums{trace2::read::memory_share{budget}};
  CHECK(sums.timers.json().empty());
  CHECK(budget.left() == 10'000);

  CHECK(sums.set_timer(trace2::event::timer{.category = "c",
                                            .name = "t",
                                            .intervals = 2,
                                            .t_total = duration::microseconds(500'000),
                                            .t_min = duration::microseconds(100'000),
                                            .t_max = duration::microseconds(400'000)}));
  CHECK(
      sums.timers.json() ==
      R"({"c":{"t":{"intervals":2,"total_sec":0.500000,"min_sec":0.100000,"max_sec":0.400000}}})");
  CHECK(budget.left() < 10'000);
}

}  // namespace otlp_values_test
