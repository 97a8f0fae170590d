#include <trace2/event/stopwatch.hpp>

#include <cstdint>
#include <limits>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace stopwatch_test {

using support::json;
using support::normal;
using support::perf;
using namespace trace2::event;

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// The same of a thread and of the process.
template <class Timer>
Timer sum_of_intervals() {
  return {.category = "scan",
          .name = "read",
          .intervals = 3,
          .t_total = trace2::duration::microseconds(12'000'000),
          .t_min = trace2::duration::microseconds(1),
          .t_max = trace2::duration::microseconds(11'000'000)};
}

}  // namespace

TEST_CASE("a timer shows its intervals and seconds", "[R-TMR-07][R-NRM-05][R-PRF-12]") {
  CHECK(normal(sum_of_intervals<timer>()) ==
        "timer scan/read intervals:3 total:12.000000 min:0.000001 max:11.000000");
  CHECK(normal(sum_of_intervals<th_timer>()) ==
        "th_timer scan/read intervals:3 total:12.000000 min:0.000001 max:11.000000");
  CHECK(perf(sum_of_intervals<timer>()) ==
        "timer        |     |           |           | scan         | "
        "name:read intervals:3 total:12.000000 min:0.000001 max:11.000000");
  CHECK(perf(sum_of_intervals<th_timer>()) ==
        "th_timer     |     |           |           | scan         | "
        "name:read intervals:3 total:12.000000 min:0.000001 max:11.000000");
  for (auto const& line : {json(sum_of_intervals<timer>()), json(sum_of_intervals<th_timer>())})
    CHECK(line == R"("category":"scan","name":"read","intervals":3,)"
                  R"("t_total":12.000000,"t_min":0.000001,"t_max":11.000000)");
}

TEST_CASE("lengths of intervals are structured data, and words where there is no data") {
  timer_lengths const lengths{
      .nesting = 1,
      .category = "scan",
      .key = "read/all",
      .value = {R"({"unit":"ns"})"},
      .quantiles = {
          .count = 9, .shortest = 1, .median = 2, .p90 = 3, .p99 = 4, .p999 = 5, .longest = 6}};
  CHECK(normal(lengths) == "timer scan/read/all median:2ns p90:3ns p99:4ns p99.9:5ns max:6ns");
  CHECK(perf(lengths) ==
        "data_json    |     |  1.500000 |  0.000000 | scan         | "
        R"(read/all:{"unit":"ns"})");
  CHECK(json(lengths) == R"("t_abs":0.000000,"t_rel":0.000000,"nesting":1,"category":"scan",)"
                         R"("key":"read/all","value":{"unit":"ns"})");
  CHECK(normal(timer_lengths{.category = "c", .key = "n", .whose = sum_of::thread})
            .starts_with("th_timer c/n median:0ns "));
}

TEST_CASE("a counter is unsigned in every format", "[R-EVT-07][R-CTR-05]") {
  counter const sum{.category = "scan", .name = "files", .count = most};
  CHECK(normal(sum) == "counter scan/files value:18446744073709551615");
  CHECK(perf(sum) ==
        "counter      |     |           |           | scan         | "
        "name:files value:18446744073709551615");
  CHECK(json(sum) == R"("category":"scan","name":"files","count":18446744073709551615)");

  th_counter const part{.category = "scan", .name = "files", .count = 7};
  CHECK(normal(part) == "th_counter scan/files value:7");
  CHECK(perf(part) ==
        "th_counter   |     |           |           | scan         | name:files value:7");
  CHECK(json(part) == R"("category":"scan","name":"files","count":7)");
  CHECK(json(timer{.intervals = most}).find("\"intervals\":18446744073709551615") !=
        std::string::npos);
}

}  // namespace stopwatch_test
