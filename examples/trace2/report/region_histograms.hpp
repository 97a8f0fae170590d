// Counts the regions of each name by their length.
#pragma once

#include <trace2/read/label_table.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace trace2_program {

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
  void add(trace2::read::label_id label, std::int64_t nanoseconds, bool is_fine) {
    is_fine_ = is_fine_ || is_fine;
    if (counts* const of = counts_of(label))
      ++(*of)[step_of(static_cast<std::uint64_t>(std::max<std::int64_t>(nanoseconds, 0)))];
    else
      ++left_out_;
  }

  std::unordered_map<trace2::read::label_id, counts> const& all() const noexcept { return counts_; }

  std::uint64_t left_out() const noexcept { return left_out_; }

  /// Whether a step says anything about these traces. Others have no counts.
  bool is_shown(std::size_t step) const noexcept {
    return is_fine_ || step == 0 || step > fine_steps;
  }

  /// The shortest length of a step, in nanoseconds.
  static std::int64_t begin_of(std::size_t step) noexcept {
    if (step == 0) return 0;
    if (step <= fine_steps) return std::int64_t{1} << (step - 1);
    return (std::int64_t{1} << (step - fine_steps - 1)) * 1'000;
  }

 private:
  /// Null when there is no room.
  counts* counts_of(trace2::read::label_id label) {
    if (label >= known_.size()) known_.resize(label + 1);
    counts*& known = known_[label];
    if (known == nullptr && counts_.size() < most) known = &counts_[label];
    return known;
  }

  static std::size_t step_of(std::uint64_t nanoseconds) noexcept {
    if (nanoseconds < 1'000) return static_cast<std::size_t>(std::bit_width(nanoseconds));
    auto const whole = static_cast<std::size_t>(std::bit_width(nanoseconds / 1'000));
    return std::min(fine_steps + whole, steps - 1);
  }

  bool is_fine_ = false;  ///< some lengths are known to the nanosecond
  std::uint64_t left_out_ = 0;
  std::unordered_map<trace2::read::label_id, counts> counts_;
  std::vector<counts*> known_;  ///< by label; the elements of a map stay in place
};

}  // namespace trace2_program
