#include "convert/chrome_schema.hpp"

#include <trace2/read/append_json.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace chrome_schema_test {

namespace {

using trace2::program::chrome_time;

std::string written(std::int64_t nanoseconds) {
  trace2::buffer out;
  trace2::read::append_json(out, chrome_time{ns(nanoseconds)});
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("times are microseconds, with decimals only where they are needed", "[export]") {
  CHECK(written(0) == "0");
  CHECK(written(100'000'000) == "100000");
  CHECK(written(1'001) == "1.001");
  CHECK(written(120) == "0.120");
  CHECK(written(-1'500) == "-1.500");
  CHECK(written(-2'000) == "-2");
}

TEST_CASE("times that are too far off are as far as can be", "[export]") {
  constexpr auto latest = chrome_time::bounded(ns(INT64_MAX));
  constexpr auto earliest = chrome_time::bounded(ns(INT64_MIN));
  constexpr std::int64_t nanoseconds_of_70_years = 70LL * 365 * 86'400 * 1'000'000'000;
  CHECK(latest > chrome_time{ns(nanoseconds_of_70_years)});
  CHECK(earliest.length == -latest.length);
  STATIC_REQUIRE((latest - earliest).length == 2 * latest.length);
}

TEST_CASE("edges of one thread are in order, those of others are their own", "[export]") {
  trace2::program::slice_edges edges;
  edges.begin_thread(1, {ns(5'000)});
  CHECK(edges.next(1, {ns(5'000)}) == chrome_time{ns(5'001)});
  CHECK(edges.next(1, {ns(4'000)}) == chrome_time{ns(5'002)});
  CHECK(edges.next(1, {ns(9'000)}) == chrome_time{ns(9'000)});
  CHECK(edges.next(2, {ns(4'000)}) == chrome_time{ns(4'000)});
  edges.end_thread(1);
  edges.begin_thread(1, {ns(0)});
  CHECK(edges.next(1, {ns(4'000)}) == chrome_time{ns(4'000)});
}

}  // namespace chrome_schema_test
