// By which factor the values of one sample are larger than those of another, with a confidence
// interval (J. L. Hodges, E. L. Lehmann: Estimates of location based on rank tests, 1963, of the
// logarithms). The interval belongs to the rank-sum test: without equal values the interval
// excludes 1 exactly if the p-value is below 5 %.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "statistics/median_interval.hpp"
#include "statistics/rank_distribution.hpp"

namespace trace2::program {

/// The ratios `after / before` of all pairs of two sorted samples, none of which is empty. Values
/// are multiples of `unit`; 0 counts as a half of it, so that each ratio is a number. Memory: none,
/// for the ratios are found by bisection.
class pair_ratios {
 public:
  pair_ratios(std::vector<double> const& before, std::vector<double> const& after,
              double unit) noexcept;

  /// The ratio of two values.
  double of(double before, double after) const noexcept;

  std::vector<double> const& before() const noexcept { return before_; }
  std::vector<double> const& after() const noexcept { return after_; }
  std::uint64_t count() const noexcept { return std::uint64_t{before_.size()} * after_.size(); }

  /// The ratio that has this number of smaller ratios. Takes linear time some sixty times.
  double at(std::uint64_t place) const noexcept;

 private:
  double at_least(double value) const noexcept { return std::max(value, least_); }

  std::uint64_t count_up_to(double ratio) const noexcept;

  std::vector<double> const& before_;
  std::vector<double> const& after_;
  double least_;
};

/// Makes the confidence intervals of many pairs of samples.
class ratio_intervals {
 public:
  /// The distributions must outlive it.
  explicit ratio_intervals(untied_distributions& untied) noexcept : untied_{untied} {}

  /// The interval of two samples; nothing if they are too small.
  std::optional<interval> of(pair_ratios const& ratios);

 private:
  static constexpr double tail = 0.025;
  untied_distributions& untied_;
};

}  // namespace trace2::program
