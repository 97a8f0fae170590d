// Sums up the slices that a report leaves out, by the places where they were.
#pragma once

#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace trace2_program {

/// Slices at one depth of one thread, that began within the same step of time.
struct left_out_group {
  std::int64_t begin{};
  std::int64_t end{};
  std::int64_t time{};  ///< of all of them: they don't overlap
  std::uint64_t count{};
};

/// Groups of slices. Memory: that of `most` groups. Where more would be needed, all steps become
/// longer; of more threads and depths than that the last ones have no groups.
class left_out_slices {
 public:
  explicit left_out_slices(std::size_t most) : most_{most} {}

  /// Thread, depth and number of the step.
  using key = std::tuple<trace2::read::node_index, int, std::int64_t>;

  void add(trace2::read::node_index thread, int depth, std::int64_t begin, std::int64_t total) {
    left_out_group const added{begin, trace2::read::saturating_add(begin, total), total, 1};
    // Most slices of a depth are in the same step as the one before.
    known_group& latest = latest_[static_cast<std::size_t>(depth) % latest_.size()];
    bool const is_known = latest.group != nullptr && latest.step == begin >> shift_ &&
                          latest.thread == thread && latest.depth == depth;
    if (is_known) [[likely]]
      return extend(*latest.group, added);
    latest = {thread, depth, begin >> shift_, &join({thread, depth, begin >> shift_}, added)};
    while (groups_.size() > most_ && shift_ < longest_shift) lengthen();
    if (groups_.size() <= most_) return;
    groups_.erase(std::prev(groups_.end()));
    latest_ = {};
  }

  /// By threads and depths, then by time.
  std::map<key, left_out_group> const& all() const noexcept { return groups_; }

 private:
  static constexpr int first_shift = 10;  ///< about a microsecond
  static constexpr int longest_shift = 62;

  static void extend(left_out_group& sum, left_out_group const& added) noexcept {
    sum.begin = std::min(sum.begin, added.begin);
    sum.end = std::max(sum.end, added.end);
    sum.time = trace2::read::saturating_add(sum.time, added.time);
    sum.count += added.count;
  }

  left_out_group& join(key const& at, left_out_group const& added) {
    auto const [place, is_new] = groups_.try_emplace(at, added);
    if (!is_new) extend(place->second, added);
    return place->second;
  }

  void lengthen() {
    ++shift_;
    latest_ = {};
    std::map<key, left_out_group> const before = std::exchange(groups_, {});
    for (auto const& [at, group] : before)
      join({std::get<0>(at), std::get<1>(at), std::get<2>(at) >> 1}, group);
  }

  struct known_group {
    trace2::read::node_index thread{};
    int depth{};
    std::int64_t step{};
    left_out_group* group = nullptr;
  };

  std::size_t most_;
  std::array<known_group, 16> latest_{};  ///< by depth; elements of a map stay in place
  int shift_ = first_shift;
  std::map<key, left_out_group> groups_;
};

}  // namespace trace2_program
