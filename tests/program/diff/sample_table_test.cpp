#include "diff/sample_table.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace sample_table_test {

using trace2::program::measure;
using trace2::program::measured;
using trace2::program::sample_key;
using trace2::program::sample_table;
using trace2::program::side;

TEST_CASE("values are kept by key and side", "[export]") {
  sample_table samples;
  sample_key const command{measured::command, 1, 0};
  sample_key const timer{measured::timer, 1, 0};
  samples.add(side::before, command, measure::count(5));
  samples.add(side::after, command, measure::count(6));
  samples.add(side::before, command, measure::count(4));
  samples.add(side::before, timer, measure::count(3));
  REQUIRE(samples.all().size() == 2);
  CHECK(samples.all().at(command).values[0] == std::vector<double>{5, 4});
  CHECK(samples.all().at(command).values[1] == std::vector<double>{6});
  CHECK(samples.all().at(timer).values[0] == std::vector<double>{3});
  CHECK(samples.left_out() == 0);
}

TEST_CASE("the unit of a sample is the finest of its values", "[export]") {
  sample_table samples;
  sample_key const timer{measured::timer, 1, 0};
  samples.add(side::before, timer, measure::time(trace2::duration::microseconds(3)));
  CHECK(samples.all().at(timer).unit == 1'000);
  samples.add(side::after, timer, measure::time(trace2::read::fine_duration{ns(3'001)}));
  samples.add(side::after, timer, measure::time(ns(0), false));
  CHECK(samples.all().at(timer).unit == 1);
}

TEST_CASE("runs are counted by side", "[export]") {
  sample_table samples;
  samples.count_run(side::after);
  samples.count_unfinished(side::before);
  CHECK(samples.runs(side::before) == 0);
  CHECK(samples.runs(side::after) == 1);
  CHECK(samples.unfinished(side::before) == 1);
}

TEST_CASE("samples and values without room are counted", "[export]") {
  sample_table samples{{.samples = 1, .values = 3}};
  for (side const of : {side::before, side::after, side::before, side::after})
    samples.add(of, {}, measure::count(1));
  CHECK(samples.all().at({}).values[0].size() == 2);
  CHECK(samples.all().at({}).values[1].size() == 1);
  CHECK(samples.left_out() == 1);
  samples.add(side::before, {measured::timer, 1, 0}, measure::count(1));
  CHECK(samples.all().size() == 1);
  CHECK(samples.left_out() == 2);
  samples.count_left_out();
  CHECK(samples.left_out() == 3);
}

}  // namespace sample_table_test
