// The distribution of U of two samples: in how many of the ways to choose which values belong to
// the second sample is it how large?
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The probabilities that the doubled U is at most 0, 1, … `most`, when the values form groups of
/// equal ones, the least first. U counts the pairs in which the value of the second sample is
/// larger. Each choice of values for the second sample is as probable as any other. The choices are
/// counted group by group, by the number of values chosen so far and the U so far. Memory:
/// `second * most` numbers; time: below `second` times as many steps for each value.
inline std::vector<double> rank_distribution(std::vector<std::size_t> const& groups,
                                             std::size_t first, std::size_t second,
                                             std::size_t most) {
  std::vector<std::vector<double>> ways(second + 1, std::vector<double>(most + 1));
  ways[0][0] = 1;
  std::size_t const step = groups.size() == first + second ? 2 : 1;  // without ties U is whole
  std::size_t seen = 0;
  for (std::size_t const size : groups) {
    for (std::size_t chosen = std::min(second, seen) + 1; chosen-- > 0;) {
      if (seen - chosen > first) break;
      double choices = 1;
      for (std::size_t more = 1; more <= std::min(size, second - chosen); ++more) {
        choices *= static_cast<double>(size - more + 1) / static_cast<double>(more);
        std::size_t const gained = more * (2 * (seen - chosen) + size - more);
        for (std::size_t u = gained; u <= most; u += step)
          ways[chosen + more][u] += choices * ways[chosen][u - gained];
      }
    }
    seen += size;
  }
  double all = 1;
  for (std::size_t i = 1; i <= second; ++i)
    all *= static_cast<double>(first + i) / static_cast<double>(i);
  std::vector<double> sums = std::move(ways[second]);
  double sum = 0;
  for (double& count : sums) count = (sum += count) / all;
  return sums;
}

/// The distributions of samples without equal values, each computed once, because the rows of a
/// comparison mostly have the same sizes. Memory: 8 bytes for each pair of values, for each two
/// sizes that were asked for.
class untied_distributions {
 public:
  /// The probabilities that the doubled U is at most 0, 1, … the number of pairs, which is its
  /// mean. Valid as long as this object.
  std::vector<double> const& of(std::size_t first, std::size_t second) {
    auto const sizes = std::minmax(first, second);  // without ties they can be exchanged
    auto const [known, is_new] = known_.try_emplace(std::pair{sizes.first, sizes.second});
    if (is_new) {
      std::vector<std::size_t> const untied(first + second, 1);
      known->second = rank_distribution(untied, sizes.second, sizes.first, first * second);
    }
    return known->second;
  }

 private:
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> known_{};
};

}}}  // namespace trace2::v0::exporter
