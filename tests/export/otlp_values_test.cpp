#include <trace2/export/otlp_values.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/value/duration.hpp>

#include "support/catch.hpp"

namespace otlp_values_test {

namespace exporter = trace2::exporter;
using trace2::duration;

TEST_CASE("sums are an attribute of timers and one of counters, if there are any", "[export]") {
  trace2::read::memory_budget budget{10'000};
  trace2::read::memory_share memory{budget};
  exporter::otlp_sums sums;
  exporter::otlp_attributes attributes;
  sums.add_to(attributes, "timers", "counters");
  CHECK(attributes.empty());
  CHECK(sums.memory() == 0);

  CHECK(sums.timers.set("c", "t",
                        exporter::otlp_timer{.intervals = 2,
                                             .total_sec = duration::microseconds(500'000),
                                             .min_sec = duration::microseconds(100'000),
                                             .max_sec = duration::microseconds(400'000)},
                        memory));
  sums.add_to(attributes, "timers", "counters");
  REQUIRE(attributes.size() == 1);
  CHECK(attributes[0].key == "timers");
  CHECK(
      attributes[0].value.stringValue ==
      R"({"c":{"t":{"intervals":2,"total_sec":0.500000,"min_sec":0.100000,"max_sec":0.400000}}})");
  CHECK(sums.memory() > 0);
}

}  // namespace otlp_values_test
