#include "summary/summary_order.hpp"

#include <string>

#include "support/catch.hpp"

namespace summary_order_test {

namespace program = trace2::program;
using program::summary_order;

namespace {

trace2::duration us(int count) { return trace2::duration::microseconds(count); }

std::string sorted(summary_order order) {
  program::summary all;
  all.regions = {
      {.label = "a", .count = 1, .total = us(9), .self = us(1), .median = us(9), .max = us(9)},
      {.label = "b", .count = 2, .total = us(8), .self = us(8), .median = us(1), .max = us(7)},
      {.label = "c", .count = 8, .total = us(8), .self = us(2), .median = us(2), .max = us(8)}};
  program::sort_tables(all, order);
  std::string labels;
  for (auto const& row : all.regions) labels += row.label;
  return labels;
}

}  // namespace

TEST_CASE("tables have the order that is wanted, and keep it among equals", "[export]") {
  CHECK(sorted(summary_order::total) == "abc");
  CHECK(sorted(summary_order::self) == "bca");
  CHECK(sorted(summary_order::max) == "acb");
  CHECK(sorted(summary_order::median) == "acb");
  CHECK(sorted(summary_order::count) == "cba");
}

TEST_CASE("tables without such a value keep their order", "[export]") {
  program::summary all;
  all.counters = {{.name = "a", .count = 1}, {.name = "b", .count = 2}};
  all.timers = {{.name = "a", .intervals = 1, .max = us(1)}, {.name = "b", .intervals = 2}};
  program::sort_tables(all, summary_order::self);
  CHECK(all.counters.front().name == "a");
  program::sort_tables(all, summary_order::count);
  CHECK(all.counters.front().name == "b");
  CHECK(all.timers.front().name == "b");
}

}  // namespace summary_order_test
