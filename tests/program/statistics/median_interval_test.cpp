#include "statistics/median_interval.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "support/catch.hpp"

namespace median_interval_test {

namespace program = trace2::program;

TEST_CASE("a median is the middle value or the mean of both", "[export]") {
  CHECK(program::median_of({}) == 0);
  CHECK(program::median_of({3}) == 3);
  CHECK(program::median_of({3, 4}) == 3.5);
  CHECK(program::median_of({3, 4, 9}) == 4);
}

TEST_CASE("an interval takes six values", "[export]") {
  CHECK_FALSE(program::median_interval({1, 2, 3, 4, 5}));
  CHECK(program::median_interval({1, 2, 3, 4, 5, 6}) == program::interval{1, 6});
}

TEST_CASE("the ranks of the ends are those of the tables of the sign test", "[export]") {
  CHECK(program::outside_of_median(8) == 0);
  CHECK(program::outside_of_median(9) == 1);
  CHECK(program::outside_of_median(10) == 1);
  CHECK(program::outside_of_median(20) == 5);
  CHECK(program::outside_of_median(50) == 17);
  CHECK(program::outside_of_median(1'000) == 468);
  CHECK(program::outside_of_median(1'001) == 468);
}

TEST_CASE("19 of 20 intervals contain the median", "[export]") {
  std::mt19937 generator{5};
  int missed = 0;
  constexpr int rounds = 2'000;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> values(15);
    for (double& value : values) value = static_cast<double>(generator());
    std::sort(values.begin(), values.end());
    auto const found = program::median_interval(values);
    REQUIRE(found);
    double const middle = 2147483648.0;
    missed += found->low > middle || found->high < middle ? 1 : 0;
  }
  CHECK(missed <= rounds / 20);
  CHECK(missed > rounds / 50);
}

}  // namespace median_interval_test
