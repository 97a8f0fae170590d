// The rank-sum test of two samples (H. B. Mann, D. R. Whitney: On a test of whether one of two
// random variables is stochastically larger than the other, 1947). It asks how often chance alone
// would set two samples of one distribution so far apart; it assumes no shape of the distribution.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/rank_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The p-value of two samples, and what it was computed from.
class rank_sum {
 public:
  /// Without equal values the distribution of U is exact up to this size of both samples, with
  /// equal ones up to `exact_most_tied`. Beyond, it is approximated by the normal distribution.
  static constexpr std::size_t exact_most = 50;
  static constexpr std::size_t exact_most_tied = 25;

  /// Both samples are sorted. Linear time; an exact p-value then takes up to 10 million additions,
  /// unless its distribution is known.
  rank_sum(std::vector<double> const& before, std::vector<double> const& after)
      : before_{before.size()}, after_{after.size()} {
    auto smaller = before.begin();
    for (auto at = after.begin(); smaller != before.end() || at != after.end();) {
      double const value = smaller == before.end()                  ? *at
                           : at == after.end() || !(*at < *smaller) ? *smaller
                                                                    : *at;
      auto const before_end = std::upper_bound(smaller, before.end(), value);
      auto const after_end = std::upper_bound(at, after.end(), value);
      auto const equal_before = static_cast<std::size_t>(before_end - smaller);
      auto const equal_after = static_cast<std::size_t>(after_end - at);
      auto const passed = static_cast<std::size_t>(smaller - before.begin());
      doubled_u_ += equal_after * (2 * passed + equal_before);
      groups_.push_back(equal_before + equal_after);
      smaller = before_end;
      at = after_end;
    }
  }

  /// Whether all values of both samples are the same.
  bool is_constant() const noexcept { return groups_.size() <= 1; }

  /// Whether values of `after` are rather larger than those of `before`.
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
  double p(untied_distributions& untied) const {
    std::size_t const mean = before_ * after_;  // doubled, as all that follows
    if (before_ == 0 || after_ == 0 || is_constant() || doubled_u_ == mean) return 1;
    std::size_t const most = std::max(before_, after_);
    bool const is_tied = groups_.size() < before_ + after_;
    if (most > (is_tied ? exact_most_tied : exact_most)) return approximate();
    std::size_t const smaller = std::min(doubled_u_, 2 * mean - doubled_u_);
    if (!is_tied) return std::min(2 * untied.of(before_, after_)[smaller], 1.0);
    double const tail = (doubled_u_ < mean ? rank_distribution(groups_, before_, after_, smaller)
                                           : rank_distribution(groups_, after_, before_, smaller))
                            .back();
    return std::min(2 * tail, 1.0);
  }

  /// The lowest p-value that samples of these sizes can have.
  static double lowest_p(std::size_t before, std::size_t after) noexcept {
    // 2 / binomial(before + after, after)
    double p = 2;
    for (std::size_t i = 1; i <= after; ++i)
      p *= static_cast<double>(i) / static_cast<double>(before + i);
    return std::min(p, 1.0);
  }

  /// The number of values of U, from 0 on, that have a probability of at most `tail` together. So
  /// many of the smallest, and of the largest, differences between pairs lie outside of the
  /// confidence interval.
  static std::uint64_t outside(std::size_t before, std::size_t after, double tail,
                               untied_distributions& untied) {
    double const pairs = static_cast<double>(before) * static_cast<double>(after);
    if (std::max(before, after) > exact_most) {
      constexpr double quantile = 1.959963984540054;  // for a tail of 0.025
      double const mean = pairs / 2;
      double const spread =
          std::sqrt(pairs * static_cast<double>(before + after + 1) / 12) * quantile;
      return mean + 0.5 <= spread ? 0 : static_cast<std::uint64_t>(mean + 0.5 - spread);
    }
    std::vector<double> const& probabilities = untied.of(before, after);
    auto const first = std::upper_bound(probabilities.begin(), probabilities.end(), tail);
    if (first == probabilities.end()) return 0;
    return static_cast<std::uint64_t>(first - probabilities.begin()) / 2;
  }

 private:
  /// With a correction for groups of equal values, and one for the steps of U.
  double approximate() const noexcept {
    auto const first = static_cast<double>(before_);
    auto const second = static_cast<double>(after_);
    double const all = first + second;
    double ties = 0;
    for (std::size_t const group : groups_) {
      auto const size = static_cast<double>(group);
      ties += size * (size * size - 1);
    }
    double const variance = first * second / 12 * (all + 1 - ties / (all * (all - 1)));
    double const distance = std::abs(static_cast<double>(doubled_u_) - first * second) / 2 - 0.5;
    return std::min(std::erfc(distance / std::sqrt(2 * variance)), 1.0);
  }

  std::size_t before_;
  std::size_t after_;
  std::size_t doubled_u_ = 0;  ///< twice the pairs with more after than before; equal ones half
  std::vector<std::size_t> groups_{};  ///< sizes of groups of equal values, the least first
};

}}}  // namespace trace2::v0::exporter
