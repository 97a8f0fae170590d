// By which factor the values of one sample are larger than those of another, with a confidence
// interval (J. L. Hodges, E. L. Lehmann: Estimates of location based on rank tests, 1963, of the
// logarithms). It belongs to the rank-sum test: without equal values the interval excludes 1
// exactly if the p-value is below 5 %.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/median_interval.hpp>
#include <trace2/export/rank_distribution.hpp>
#include <trace2/export/rank_sum.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The ratios `after / before` of all pairs of two sorted samples, none of which is empty. Values
/// are multiples of `unit`; 0 counts as a half of it, so that each ratio is a number. Memory: none,
/// for the ratios are found by bisection.
class pair_ratios {
 public:
  pair_ratios(std::vector<double> const& before, std::vector<double> const& after,
              double unit) noexcept
      : before_{before}, after_{after}, least_{unit / 2} {}

  /// The ratio of two values.
  double of(double before, double after) const noexcept {
    return at_least(after) / at_least(before);
  }

  std::vector<double> const& before() const noexcept { return before_; }
  std::vector<double> const& after() const noexcept { return after_; }
  std::uint64_t count() const noexcept { return std::uint64_t{before_.size()} * after_.size(); }

  /// The ratio with so many smaller ones. Takes linear time some sixty times.
  double at(std::uint64_t place) const noexcept {
    double low = of(before_.back(), after_.front());
    double high = of(before_.front(), after_.back());
    if (count_up_to(low) > place) return low;
    // The place is above `low` and not above `high`.
    for (int step = 0; step < 2'000; ++step) {
      double const middle = std::sqrt(low) * std::sqrt(high);
      if (!(low < middle && middle < high)) break;
      (count_up_to(middle) > place ? high : low) = middle;
    }
    return high;
  }

 private:
  double at_least(double value) const noexcept { return std::max(value, least_); }

  std::uint64_t count_up_to(double ratio) const noexcept {
    std::uint64_t total = 0;
    std::size_t reached = 0;
    for (double const value : before_) {
      double const most = at_least(value) * ratio;
      while (reached < after_.size() && at_least(after_[reached]) <= most) ++reached;
      total += reached;
    }
    return total;
  }

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
  std::optional<interval> of(pair_ratios const& ratios) {
    std::uint64_t const outside =
        rank_sum::outside(ratios.before().size(), ratios.after().size(), tail, untied_);
    if (outside == 0) return {};
    return interval{ratios.at(outside - 1), ratios.at(ratios.count() - outside)};
  }

 private:
  static constexpr double tail = 0.025;
  untied_distributions& untied_;
};

}}}  // namespace trace2::v0::exporter
