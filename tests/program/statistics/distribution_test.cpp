#include "statistics/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace distribution_test {

using trace2::program::distribution;

TEST_CASE("nothing has no quantiles", "[read]") {
  distribution const none;
  CHECK(none.count() == 0);
  CHECK(none.min() == ns(0));
  CHECK(none.max() == ns(0));
  CHECK(none.quantile(0.5) == ns(0));
}

TEST_CASE("quantiles of few values are exact and interpolated", "[read]") {
  distribution values;
  for (std::int64_t const value : {4001, 1001, 3001, 2001}) values.add(ns(value));
  CHECK(values.count() == 4);
  CHECK(values.sum() == ns(10004));
  CHECK(values.min() == ns(1001));
  CHECK(values.max() == ns(4001));
  CHECK(values.quantile(0) == ns(1001));
  CHECK(values.quantile(0.5) == ns(2501));
  CHECK(values.quantile(0.95) == ns(3851));
  CHECK(values.quantile(1) == ns(4001));
}

TEST_CASE("quantiles of whole microseconds are such ones, too", "[read]") {
  distribution values;
  for (std::int64_t const value : {4'000, 9'000, 5'000}) values.add(ns(value));
  CHECK(values.quantile(0.5) == ns(5'000));
  CHECK(values.quantile(0.95) == ns(9'000));
  CHECK(values.quantile(0.9) == ns(8'000));
  values.add(ns(4'001));
  CHECK(values.quantile(0.5) == ns(4'501));
}

TEST_CASE("one value is every quantile", "[read]") {
  distribution one;
  one.add(ns(7));
  for (double const share : {0.0, 0.5, 0.95, 1.0}) CHECK(one.quantile(share) == ns(7));
}

TEST_CASE("quantiles of many values are within 1/32", "[read]") {
  std::mt19937_64 random{1};
  std::lognormal_distribution<double> shape{5, 4};
  distribution values;
  std::vector<std::int64_t> all;
  for (int i = 0; i < 100'000; ++i) {
    all.push_back(static_cast<std::int64_t>(shape(random)));
    values.add(ns(all.back()));
  }
  std::sort(all.begin(), all.end());
  CHECK(values.min() == ns(all.front()));
  CHECK(values.max() == ns(all.back()));
  for (double const share : {0.01, 0.25, 0.5, 0.75, 0.95, 0.999}) {
    auto const exact = static_cast<double>(all[static_cast<std::size_t>(share * 99'999)]);
    INFO(share << " " << exact);
    CHECK(std::abs(static_cast<double>(values.quantile(share).count()) - exact) <=
          exact / 32 + 0.5);
  }
}

TEST_CASE("equal values stay what they are, however many", "[read]") {
  for (std::int64_t const value : {std::int64_t{0}, std::int64_t{31}, std::int64_t{1'000'003},
                                   std::int64_t{9'000'000'000'000'000'000}}) {
    distribution values;
    for (int i = 0; i < 1000; ++i) values.add(ns(value));
    CHECK(values.quantile(0.5) == ns(value));
  }
}

TEST_CASE("times before the beginning count as none", "[read]") {
  distribution values;
  values.add(ns(-5));
  CHECK(values.min() == ns(0));
  CHECK(values.sum() == ns(0));
}

}  // namespace distribution_test
