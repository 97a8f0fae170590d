// The median of a sample, with a confidence interval that assumes no shape of the distribution: its
// ends are values of the sample (H. A. David, H. N. Nagaraja: Order statistics, 2003, 7.1).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The ends of a confidence interval of 95 %.
struct interval {
  double low{};
  double high{};

  friend bool operator==(interval const&, interval const&) = default;
};

/// The middle value of a sorted sample, or the mean of both; 0 of an empty one.
inline double median_of(std::vector<double> const& sorted) noexcept {
  if (sorted.empty()) return 0;
  std::size_t const middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
}

/// The number of values at each end of a sample that lie outside of the interval of its median.
/// Values lie below the median as coins show heads: so many of them or fewer at one end have a
/// probability of at most 2.5 %. Nothing for fewer than 6 values.
inline std::optional<std::size_t> outside_of_median(std::size_t size) noexcept {
  constexpr std::size_t exact_most = 1'000;
  constexpr double tail = 0.025;
  if (size > exact_most) {
    constexpr double quantile = 1.959963984540054;
    auto const count = static_cast<double>(size);
    return static_cast<std::size_t>((count - 1 - quantile * std::sqrt(count)) / 2);
  }
  double probability = std::pow(0.5, static_cast<double>(size));
  double sum = 0;
  for (std::size_t heads = 0; heads < size; ++heads) {
    sum += probability;
    if (sum > tail) return heads == 0 ? std::optional<std::size_t>{} : heads - 1;
    probability *= static_cast<double>(size - heads) / static_cast<double>(heads + 1);
  }
  return {};
}

/// The confidence interval of the median of a sorted sample; nothing for fewer than 6 values.
inline std::optional<interval> median_interval(std::vector<double> const& sorted) noexcept {
  auto const outside = outside_of_median(sorted.size());
  if (!outside) return {};
  return interval{sorted[*outside], sorted[sorted.size() - 1 - *outside]};
}

}}}  // namespace trace2::v0::exporter
