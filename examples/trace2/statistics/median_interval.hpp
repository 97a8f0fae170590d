// The median of a sample, with a confidence interval that assumes no shape of the distribution: its
// ends are values of the sample (H. A. David, H. N. Nagaraja: Order statistics, 2003, 7.1).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace trace2::program {

/// The ends of a confidence interval of 95 %.
struct interval {
  double low{};
  double high{};

  friend bool operator==(interval const&, interval const&) = default;
};

/// The middle value of a sorted sample, or the mean of both; 0 of an empty one.
double median_of(std::vector<double> const& sorted) noexcept;

/// The number of values at each end of a sample that lie outside of the interval of its median.
/// Values lie below the median as coins show heads: so many of them or fewer at one end have a
/// probability of at most 2.5 %. Nothing for fewer than 6 values.
std::optional<std::size_t> outside_of_median(std::size_t size) noexcept;

/// The confidence interval of the median of a sorted sample; nothing for fewer than 6 values.
std::optional<interval> median_interval(std::vector<double> const& sorted) noexcept;

}  // namespace trace2::program
