// Finds where the differences of a comparison arise.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "diff/comparison.hpp"

namespace trace2::program {

/// A region, or a command outside of its regions, that takes another time than before.
struct difference {
  comparison_row const* row = nullptr;
  bool is_outside = false;  ///< what regions don't explain of the row, which is a command
  double seconds{};         ///< of the medians
};

/// Each difference once, the largest first: a region that contains another one has the difference
/// of both, and so is left out unless at least half of its own arises in no region inside. Of a
/// comparison with claims the rows with claims; of one in which no row has values enough for any
/// all rows, down to a hundredth of the largest difference. The comparison must outlive the result.
std::vector<difference> differences_of(comparison const& all);

}  // namespace trace2::program
