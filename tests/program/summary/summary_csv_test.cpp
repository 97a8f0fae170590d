#include "summary/summary_csv.hpp"

#include <trace2/sink/memory.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace summary_csv_test {

namespace program = trace2::program;

namespace {

std::string csv(program::summary const& all, std::string_view table) {
  trace2::memory_sink sink;
  program::write_csv(sink, all, table);
  return std::string{sink.text()};
}

}  // namespace

TEST_CASE("every table of a summary has a name", "[export]") {
  CHECK(program::table_names() ==
        std::vector<std::string>{"processes", "commands", "regions", "tasks", "children", "timers",
                                 "counters", "phases", "data", "other_events", "errors", "losses",
                                 "remarks", "left_out"});
}

TEST_CASE("a table is written by its name, with its header though it is empty", "[export]") {
  program::summary all;
  all.counters.push_back({.category = "c", .name = "n", .count = 5});
  CHECK(csv(all, "counters") == "category,name,count\nc,n,5\n");
  all.other_events.push_back({.name = "cache_lookup", .count = 2});
  CHECK(csv(all, "other_events") == "name,count\ncache_lookup,2\n");
  CHECK(csv(all, "losses") == "what,count\n");
  CHECK(csv(all, "tasks") ==
        "category,label,count,unfinished,total,running,waiting,median,p95,max\n");
  CHECK(csv(all, "nothing") == "");
}

TEST_CASE("what a timer's distribution says has columns", "[export]") {
  program::summary all;
  all.timers = {{.category = "c", .name = "plain"},
                {.category = "c", .name = "t", .nanoseconds = trace2::interval_quantiles{1, 2, 3}}};
  CHECK(csv(all, "timers") ==
        "category,name,intervals,total,mean,min,max,nanoseconds_count,nanoseconds_shortest,"
        "nanoseconds_median,nanoseconds_p90,nanoseconds_p99,nanoseconds_p999,nanoseconds_longest\n"
        "c,plain,0,0.000000,0.000000,0.000000,0.000000,,,,,,,\n"
        "c,t,0,0.000000,0.000000,0.000000,0.000000,1,2,3,0,0,0,0\n");
}

}  // namespace summary_csv_test
