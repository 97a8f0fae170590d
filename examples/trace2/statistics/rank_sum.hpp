// The rank-sum test of two samples (H. B. Mann, D. R. Whitney: On a test of whether one of two
// random variables is stochastically larger than the other, 1947). The test asks how often chance
// alone would set two samples of one distribution so far apart; it assumes no shape of the
// distribution.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "statistics/rank_distribution.hpp"

namespace trace2::program {

/// The p-value of two samples, and what it was computed from.
class rank_sum {
 public:
  /// Without equal values the distribution of U is exact up to this size of both samples, with
  /// equal ones up to `exact_most_tied`. Beyond, it is approximated by the normal distribution.
  static constexpr std::size_t exact_most = 50;
  static constexpr std::size_t exact_most_tied = 25;

  /// Both samples are sorted. Linear time; an exact p-value then takes up to 10 million additions,
  /// unless its distribution is known.
  rank_sum(std::vector<double> const& before, std::vector<double> const& after);

  /// True if all values of both samples are the same.
  bool is_constant() const noexcept { return groups_.size() <= 1; }

  /// True if values of `after` are rather larger than those of `before`.
  bool is_more() const noexcept { return doubled_u_ > before_ * after_; }

  /// The two-sided p-value: twice the probability, if both samples have one distribution, of an
  /// `after` as far below, or above, `before` as this one is; at most 1. It is 1 for an empty
  /// sample and when all values are the same. Exchanging the samples changes nothing.
  /// `untied` may hold distributions that other tests have computed.
  ///
  /// Go's benchstat finds the same p-values, with one exception. Equal values make the distribution
  /// of U skew when the samples differ in size. For samples so small that the test is exact,
  /// benchstat then always takes the tail of the U of `before`, even if that of `after` is the
  /// smaller one. What it finds is no p-value then: for {0, 1} and {0, 0, 0} it is 0, and the
  /// correct value is 0.8; elsewhere it is above 1.
  double p(untied_distributions& untied) const;

  /// The lowest p-value that samples of these sizes can have.
  static double lowest_p(std::size_t before, std::size_t after) noexcept;

  /// The number of values of U, from 0 on, that have a probability of at most `tail` together. As
  /// many of the smallest, and of the largest, differences between pairs lie outside of the
  /// confidence interval.
  static std::uint64_t outside(std::size_t before, std::size_t after, double tail,
                               untied_distributions& untied);

 private:
  /// With a correction for groups of equal values, and one for the steps of U.
  double approximate() const noexcept;

  std::size_t before_;
  std::size_t after_;
  std::size_t doubled_u_ = 0;  ///< twice the pairs with more after than before; equal ones half
  std::vector<std::size_t> groups_{};  ///< sizes of groups of equal values, the least first
};

}  // namespace trace2::program
