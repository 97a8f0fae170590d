// Counts the regions of each name by their length.
#pragma once

#include <trace2/read/label_table.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace trace2_program {

/// Lengths by powers of two: step 0 has lengths below 1 microsecond, step n those from 2^(n-1).
/// Memory: up to `most` names; further ones have no histogram.
class region_histograms {
 public:
  static constexpr std::size_t most = 10'000;
  static constexpr std::size_t steps = 48;

  using counts = std::array<std::uint64_t, steps>;

  void add(trace2::read::label_id label, std::int64_t microseconds) {
    if (counts_.size() >= most && counts_.find(label) == counts_.end()) return;
    auto const length = static_cast<std::uint64_t>(std::max<std::int64_t>(microseconds, 0));
    auto const step = static_cast<std::size_t>(std::bit_width(length));
    ++counts_[label][std::min(step, steps - 1)];
  }

  std::unordered_map<trace2::read::label_id, counts> const& all() const noexcept { return counts_; }

 private:
  std::unordered_map<trace2::read::label_id, counts> counts_;
};

}  // namespace trace2_program
