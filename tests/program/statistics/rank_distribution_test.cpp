#include "statistics/rank_distribution.hpp"

#include <cstddef>
#include <vector>

#include "support/catch.hpp"

namespace rank_distribution_test {

namespace program = trace2::program;

TEST_CASE("each choice of values is as probable as any other", "[export]") {
  // Of three values one is chosen: it is larger than none, one or both of the others.
  std::vector<double> const untied = program::rank_distribution({1, 1, 1}, 2, 1, 4);
  REQUIRE(untied.size() == 5);
  CHECK(untied[0] == Approx(1.0 / 3));
  CHECK(untied[1] == Approx(1.0 / 3));
  CHECK(untied[2] == Approx(2.0 / 3));
  CHECK(untied[4] == Approx(1));
}

TEST_CASE("equal values make the distribution skew", "[export]") {
  // The second sample has two of {0, 0, 0, 0, 1}: the largest is among them in two of five choices.
  std::vector<double> const two = program::rank_distribution({4, 1}, 3, 2, 12);
  CHECK(two[3] == 0);
  CHECK(two[4] == Approx(0.6));
  CHECK(two[8] == Approx(0.6));
  CHECK(two[9] == Approx(1));
}

TEST_CASE("a distribution without equal values is computed once, for both orders", "[export]") {
  program::untied_distributions known;
  std::vector<double> const& first = known.of(3, 5);
  CHECK(first.size() == 16);
  CHECK(&known.of(5, 3) == &first);
  CHECK(&known.of(3, 5) == &first);
  CHECK(first == program::rank_distribution(std::vector<std::size_t>(8, 1), 5, 3, 15));
  CHECK(known.of(4, 4).back() > 0.5);
}

}  // namespace rank_distribution_test
