#include "convert/otlp_measures.hpp"

#include <trace2/detail/text/json_value.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace otlp_measures_test {

namespace program = trace2::program;
using trace2::duration;

namespace {

struct timer {
  std::string_view category{};
  std::string_view name{};
  std::uint64_t intervals{};
  duration t_total{};
  duration t_min{};
  duration t_max{};
};

struct collected {
  trace2::read::memory_budget budget{100'000};
  trace2::read::memory_share memory{budget};
  program::otlp_measures measures{};

  std::vector<program::otlp_metric> all() const {
    return measures.metrics(moment_ns(1'000), moment_ns(2'000));
  }
};

struct data_json {
  std::string_view category{};
  std::string_view key{};
  struct {
    std::string_view text{};
  } value{};
};

bool add_lengths(collected& to, std::string_view text) {
  return to.measures.add_lengths(data_json{"c", "t", {text}}, to.memory);
}

}  // namespace

TEST_CASE("a counter is a sum from the begin to the end of the process", "[export]") {
  collected of;
  CHECK(of.measures.empty());
  CHECK(of.measures.add_counter("index", "files", 7, of.memory));
  CHECK(of.measures.add_counter("index", "files", 8, of.memory));
  CHECK_FALSE(of.measures.empty());
  std::vector<program::otlp_metric> const all = of.all();
  REQUIRE(all.size() == 1);
  trace2::buffer json;
  trace2::detail::append_json(json, all);
  CHECK(json.view() == R"([{"name":"index/files","unit":"1","sum":{"dataPoints":[{"attributes":[)"
                       R"({"key":"trace2.category","value":{"stringValue":"index"}},)"
                       R"({"key":"trace2.name","value":{"stringValue":"files"}}],)"
                       R"("startTimeUnixNano":"1000","timeUnixNano":"2000","asInt":"8"}],)"
                       R"("aggregationTemporality":2,"isMonotonic":true}}])");
}

TEST_CASE("a timer is a histogram of seconds with a single bucket", "[export]") {
  collected of;
  CHECK(
      of.measures.add_timer(timer{"index", "hash", 3, duration::microseconds(600'000),
                                  duration::microseconds(100'000), duration::microseconds(400'000)},
                            of.memory));
  std::vector<program::otlp_metric> const all = of.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].unit == "s");
  CHECK_FALSE(all[0].sum);
  REQUIRE(all[0].histogram);
  program::otlp_histogram_point const& point = all[0].histogram->dataPoints.at(0);
  CHECK(point.count == "3");
  CHECK(point.sum == 0.6);
  CHECK(point.min == 0.1);
  CHECK(point.max == 0.4);
  CHECK(point.bucketCounts == std::vector<std::string>{"3"});
  CHECK(point.explicitBounds.empty());
}

TEST_CASE("a timer whose intervals are told has buckets, whose sum is the count", "[export]") {
  collected of;
  CHECK(of.measures.add_timer(timer{"c", "t", 6, duration::microseconds(10), {}, {}}, of.memory));
  CHECK(add_lengths(of, R"({"of":"timer","unit":"ns","shortest":150,"longest":1200,)"
                        R"("values":[[150,1],[200,2],[201,1],[1200,3]]})"));
  program::otlp_histogram_point const point = of.all().at(0).histogram->dataPoints.at(0);
  CHECK(point.explicitBounds == std::vector<double>{2e-7, 5e-7, 1e-6});
  CHECK(point.bucketCounts == std::vector<std::string>{"3", "1", "0", "3"});
  CHECK(point.count == "7");
}

TEST_CASE("the shortest and longest interval are to the nanosecond where lengths are told",
          "[export]") {
  timer const sums{"c", "t", 6, duration::microseconds(10), {}, duration::microseconds(1)};
  constexpr std::string_view lengths =
      R"({"of":"timer","unit":"ns","shortest":150,"longest":1200,"values":[[150,3],[1200,3]]})";
  for (bool const is_sum_first : {true, false}) {
    collected of;
    if (is_sum_first) CHECK(of.measures.add_timer(sums, of.memory));
    CHECK(add_lengths(of, lengths));
    if (!is_sum_first) CHECK(of.measures.add_timer(sums, of.memory));
    program::otlp_histogram_point const point = of.all().at(0).histogram->dataPoints.at(0);
    CHECK(point.min == 150e-9);
    CHECK(point.max == 1.2e-6);
    CHECK(point.max > point.explicitBounds.back());
  }
}

TEST_CASE("other data, and what threads tell of a timer, is no metric", "[export]") {
  collected of;
  CHECK(add_lengths(of, "{}"));
  CHECK(add_lengths(of, R"({"of":"th_timer","unit":"ns","values":[[150,1]]})"));
  CHECK(of.measures.empty());
}

TEST_CASE("lengths at the ends of what numbers hold make no more buckets than there is room for",
          "[export]") {
  collected of;
  CHECK(of.measures.add_timer(timer{"c", "t", 1, {}, {}, {}}, of.memory));
  CHECK(add_lengths(of, R"({"of":"timer","unit":"ns","shortest":-9223372036854775808,)"
                        R"("longest":9223372036854775807,"values":[[-9223372036854775808,1],)"
                        R"([9223372036854775807,18446744073709551615]]})"));
  program::otlp_histogram_point const point = of.all().at(0).histogram->dataPoints.at(0);
  CHECK(point.explicitBounds.size() <= 63);
  CHECK(point.bucketCounts.size() == point.explicitBounds.size() + 1);
}

TEST_CASE("names are such as OpenTelemetry allows, and attributes tell the true ones", "[export]") {
  collected of;
  CHECK(of.measures.add_counter("1 fo\xff", "b\"r", 1, of.memory));
  CHECK(of.measures.add_counter("", std::string(600, 'x'), 1, of.memory));
  CHECK(of.measures.add_counter("", "", 1, of.memory));
  std::vector<program::otlp_metric> const all = of.all();
  REQUIRE(all.size() == 3);
  CHECK(all[0].name == "trace2/");
  CHECK(all[1].name == std::string(255, 'x'));
  CHECK(all[2].name == "trace2/1_fo_/b_r");
  CHECK(all[2].sum->dataPoints.at(0).attributes.at(1).value.stringValue == "b\"r");
}

TEST_CASE("what finds no room is left out", "[export]") {
  trace2::read::memory_budget budget{1'000};
  trace2::read::memory_share memory{budget};
  program::otlp_measures measures;
  CHECK(measures.add_counter("c", "a", 1, memory));
  bool is_room = true;
  for (int i = 0; i < 10; ++i)
    is_room = measures.add_counter("c", std::to_string(i), 1, memory) && is_room;
  CHECK_FALSE(is_room);
  CHECK(measures.add_counter("c", "a", 2, memory));
}

}  // namespace otlp_measures_test
