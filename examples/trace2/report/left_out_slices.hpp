// Sums up the slices that a report leaves out, by the places where they were.
#pragma once

#include <trace2/read/moment.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>

#include "model/node_index.hpp"

namespace trace2::program {

/// Slices at one depth of one thread, that began within the same step of time.
struct left_out_group {
  read::moment begin{};
  read::moment end{};
  read::nanoseconds time{};  ///< of all of them: they don't overlap
  std::uint64_t count{};
};

/// Groups of slices. Memory: that of `most` groups. Where more would be needed, all steps become
/// longer; of more threads and depths than that the last ones have no groups.
class left_out_slices {
 public:
  explicit left_out_slices(std::size_t most) : most_{most} {}

  /// Thread, depth and number of the step.
  using key = std::tuple<node_index, int, std::int64_t>;

  void add(node_index thread, int depth, read::moment begin, read::nanoseconds total);

  /// By threads and depths, then by time.
  std::map<key, left_out_group> const& all() const noexcept { return groups_; }

 private:
  static constexpr int first_shift = 10;  ///< about a microsecond
  static constexpr int longest_shift = 62;

  static void extend(left_out_group& sum, left_out_group const& added) noexcept;

  left_out_group& join(key const& at, left_out_group const& added);

  void lengthen();

  struct known_group {
    node_index thread{};
    int depth{};
    std::int64_t step{};
    left_out_group* group = nullptr;
  };

  std::size_t most_;
  std::array<known_group, 16> latest_{};  ///< by depth; elements of a map stay in place
  int shift_ = first_shift;
  std::map<key, left_out_group> groups_;
};

}  // namespace trace2::program
