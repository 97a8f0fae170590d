// The distribution of U of two samples: in how many of the ways to choose which values belong to
// the second sample is it how large?
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace trace2::program {

/// The probabilities that the doubled U is at most 0, 1, … `most`, when the values form groups of
/// equal ones, the least first. U counts the pairs in which the value of the second sample is
/// larger. Each choice of values for the second sample is as probable as any other. The choices are
/// counted group by group, by the number of values chosen so far and the U so far. Memory:
/// `second * most` numbers; time: below `second` times as many steps for each value.
std::vector<double> rank_distribution(std::vector<std::size_t> const& groups, std::size_t first,
                                      std::size_t second, std::size_t most);

/// The distributions of samples without equal values, each computed once, because the rows of a
/// comparison mostly have the same sizes. Memory: 8 bytes for each pair of values, for each two
/// sizes that were asked for.
class untied_distributions {
 public:
  /// The probabilities that the doubled U is at most 0, 1, … the number of pairs, which is its
  /// mean. Valid as long as this object.
  std::vector<double> const& of(std::size_t first, std::size_t second);

 private:
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> known_{};
};

}  // namespace trace2::program
