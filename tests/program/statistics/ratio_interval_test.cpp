#include "statistics/ratio_interval.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "statistics/rank_sum.hpp"
#include "support/random_sample.hpp"

namespace ratio_interval_test {

namespace program = trace2::program;
using sample = std::vector<double>;
using support::random_sample;

TEST_CASE("the ratios of pairs are found in their order", "[export]") {
  std::mt19937 generator{3};
  for (std::uint32_t const range : {3u, 100u, 1u << 30}) {
    sample const before = random_sample(7, range, 0, generator);
    sample const after = random_sample(9, range, 0, generator);
    std::vector<double> all;
    for (double const a : before)
      for (double const b : after) all.push_back(std::max(b, 0.5) / std::max(a, 0.5));
    std::sort(all.begin(), all.end());
    program::pair_ratios const ratios{before, after, 1};
    REQUIRE(ratios.count() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      CHECK(ratios.at(i) == Approx(all[i]).epsilon(1e-9));
  }
}

TEST_CASE("a ratio to 0 is a number, for which 0 counts as a half of the unit", "[export]") {
  sample const some{0, 1};
  for (double const unit : {1.0, 1e3, 0.25}) {
    program::pair_ratios const ratios{some, some, unit};
    CHECK(ratios.of(0, 0) == 1);
    CHECK(ratios.of(0, unit) == 2);
    CHECK(ratios.of(unit, 0) == 0.5);
  }
}

TEST_CASE("an interval takes four values on each side", "[export]") {
  program::untied_distributions untied;
  program::ratio_intervals intervals{untied};
  auto const interval_of = [&](sample const& before, sample const& after) {
    return intervals.of({before, after, 1});
  };
  CHECK_FALSE(interval_of({1}, {2}));
  CHECK_FALSE(interval_of({1, 2, 3}, {1, 2, 3}));
  auto const found = interval_of({1, 2, 3, 4}, {2, 4, 6, 8});
  REQUIRE(found);
  CHECK(found->low == Approx(0.5));
  CHECK(found->high == Approx(8));
}

TEST_CASE("an interval excludes 1 exactly if the p-value is at most 5 %", "[export]") {
  std::mt19937 generator{11};
  program::untied_distributions untied;
  program::ratio_intervals intervals{untied};
  int excluded = 0;
  for (int round = 0; round < 300; ++round) {
    sample const before = random_sample(4 + generator() % 12, 1u << 30, 0, generator);
    sample const after = random_sample(4 + generator() % 12, 1u << 30, 1u << 28, generator);
    auto const found = intervals.of({before, after, 1});
    REQUIRE(found);
    bool const excludes = found->low > 1 || found->high < 1;
    CHECK(excludes == (program::rank_sum{before, after}.p(untied) <= 0.05));
    excluded += excludes ? 1 : 0;
  }
  CHECK(excluded > 50);
  CHECK(excluded < 250);
}

TEST_CASE("19 of 20 intervals contain the factor", "[export]") {
  std::mt19937 generator{13};
  program::untied_distributions untied;
  program::ratio_intervals intervals{untied};
  int missed = 0;
  constexpr int rounds = 1'000;
  for (int round = 0; round < rounds; ++round) {
    sample const before = random_sample(10, 1'000'000, 1'000'000, generator);
    sample after = random_sample(10, 1'000'000, 1'000'000, generator);
    for (double& value : after) value *= 1.25;
    auto const found = intervals.of({before, after, 1});
    REQUIRE(found);
    missed += found->low > 1.25 || found->high < 1.25 ? 1 : 0;
  }
  // The 99 % bound of a binomial distribution of 1,000 trials at 5 %.
  CHECK(missed <= 67);
  CHECK(missed >= 20);
}

TEST_CASE("large samples need no room for their pairs", "[export]") {
  std::mt19937 generator{17};
  program::untied_distributions untied;
  program::ratio_intervals intervals{untied};
  sample const before = random_sample(20'000, 1'000'000, 1'000'000, generator);
  sample const after = random_sample(20'000, 1'000'000, 1'000'000, generator);
  auto const found = intervals.of({before, after, 1});
  REQUIRE(found);
  CHECK(found->low == Approx(1).epsilon(0.01));
  CHECK(found->high == Approx(1).epsilon(0.01));
}

}  // namespace ratio_interval_test
