#include <trace2/process/counters/distribution_text.hpp>
#include <trace2/testing.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace distribution_text_test {

using trace2::interval_quantiles;
using trace2::detail::append_distribution;
using trace2::detail::distribution_of;
using trace2::detail::length_counts;
using trace2::detail::quantiles_of;

TEST_CASE("a distribution is said in nanoseconds, with what it takes to merge it") {
  trace2::testing::memory_session<> const session;  // whose clock ticks once a nanosecond
  trace2::detail::timer_sum sum;
  REQUIRE(length_counts::of(sum) != nullptr);
  for (std::int64_t length = 1; length <= 1000; ++length) {
    sum.start(0);
    sum.stop_and_keep(length % 10 == 0 ? 1'000'000 + length : 20);
  }
  interval_quantiles const quantiles = quantiles_of(distribution_of{sum});
  CHECK(quantiles == interval_quantiles{.count = 1000,
                                        .shortest = 20,
                                        .median = 20,
                                        .p90 = 20,
                                        .p99 = 1'001'000,
                                        .p999 = 1'001'000,
                                        .longest = 1'001'000});
  trace2::buffer text;
  append_distribution(text, "timer", distribution_of{sum}, quantiles);
  CHECK(text.view() ==
        "{\"of\":\"timer\",\"unit\":\"ns\",\"count\":1000,\"shortest\":20,\"median\":20,\"p90\":20,"
        "\"p99\":1001000,"
        "\"p999\":1001000,\"longest\":1001000,\"values\":[[20,900],[1001000,100]]}");
  sum.release();
}

}  // namespace distribution_text_test
