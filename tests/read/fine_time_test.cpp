#include <trace2/read/fine_time.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace fine_time_test {

using trace2::duration;
using trace2::read::fine_duration;

namespace {

std::string json_of(std::int64_t nanoseconds, bool is_fine = false) {
  trace2::buffer out;
  fine_duration{ns(nanoseconds), is_fine}.append_json(out);
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("JSON has seconds with six decimals, and with nine where nanoseconds are known",
          "[read][R-EVT-06]") {
  CHECK(json_of(0) == "0.000000");
  CHECK(json_of(1'500'000) == "0.001500");
  CHECK(json_of(9) == "0.000000009");
  CHECK(json_of(2'000'000'120) == "2.000000120");
  CHECK(json_of(-9) == "-0.000000009");
  CHECK(json_of(-1'000) == "-0.000001");
  CHECK(json_of(0, true) == "0.000000000");
  CHECK(json_of(1'500'000, true) == "0.001500000");
}

TEST_CASE("a duration in microseconds is one in nanoseconds", "[read]") {
  CHECK(fine_duration{duration::microseconds(7)}.in_nanoseconds() == ns(7'000));
  CHECK(fine_duration{ns(7'999)}.in_microseconds() == 7);
}

TEST_CASE("a mean is rounded to the nanosecond", "[read]") {
  using trace2::read::mean_of;
  CHECK(mean_of(duration::microseconds(80'561), 100'000).in_nanoseconds() == ns(806));
  CHECK(mean_of(duration::microseconds(1), 18'446'744'073'709'551'615u) == fine_duration{});
  CHECK(mean_of(duration::microseconds(1), 0) == fine_duration{});
}

TEST_CASE("no difference of times overflows, whatever a trace says", "[read]") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  using trace2::read::bounded_moment;
  using trace2::read::moment_at;
  CHECK(moment_at(least) < moment_ns(0));
  CHECK(moment_at(most) - moment_at(least) > ns(0));
  CHECK(bounded_moment(moment_ns(most)) - bounded_moment(moment_ns(least)) > ns(0));
  CHECK(moment_at(most) + fine_duration{duration::microseconds(most)}.in_nanoseconds() >
        moment_ns(0));
  CHECK(moment_at(946'684'800'000'001) == moment_ns(946'684'800'000'001'000));
}

TEST_CASE("parts of a microsecond are cut off as text targets do", "[read]") {
  CHECK(trace2::read::whole_microseconds(ns(1'999)) == 1);
  CHECK(trace2::read::whole_microseconds(ns(-1)) == -1);
  CHECK(trace2::read::whole_microseconds(ns(-2'000)) == -2);
}

}  // namespace fine_time_test
