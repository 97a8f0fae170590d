// Counts the regions of each name by their length.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace trace2::program {

/// Lengths by powers of two of nanoseconds below 1 microsecond, and of microseconds from there on.
/// If no length is known better than to the microsecond, the first step has everything below 1
/// microsecond. Memory: up to `most` names; further ones have no histogram, and their regions are
/// counted.
class region_histograms {
 public:
  static constexpr std::size_t most = 10'000;
  static constexpr std::size_t fine_steps = std::bit_width(999U);  ///< from 1 nanosecond
  static constexpr std::size_t steps = 48 + fine_steps;

  using counts = std::array<std::uint64_t, steps>;

  /// `is_fine`: the length is known to the nanosecond.
  void add(read::label_id label, read::nanoseconds length, bool is_fine);

  std::unordered_map<read::label_id, counts> const& all() const noexcept { return counts_; }

  std::uint64_t left_out() const noexcept { return left_out_; }

  /// True if a step says anything about these traces. Others have no counts.
  bool is_shown(std::size_t step) const noexcept;

  /// The shortest length of a step.
  static read::nanoseconds begin_of(std::size_t step) noexcept;

 private:
  /// Null when there is no room.
  counts* counts_of(read::label_id label);

  static std::size_t step_of(std::uint64_t nanoseconds) noexcept;

  bool is_fine_ = false;  ///< some lengths are known to the nanosecond
  std::uint64_t left_out_ = 0;
  std::unordered_map<read::label_id, counts> counts_;
  std::vector<counts*> known_;  ///< by label; the elements of a map stay in place
};

}  // namespace trace2::program
