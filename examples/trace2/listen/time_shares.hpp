// What takes most of a process's time: its regions by themselves, and its children.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2_program::listening {

/// Sums of time by label. Memory: bounded; what comes when all places are taken is left out.
class time_shares {
 public:
  struct share {
    trace2::read::label_id label{};
    bool is_child = false;
    std::int64_t time{};
    std::int64_t until{};  ///< the time up to here is counted
  };

  /// A region's own time, in nanoseconds.
  void add_region(trace2::read::label_id label, std::int64_t time) {
    if (share* const to = find(label, false))
      to->time = trace2::read::saturating_add(to->time, time);
  }

  /// Children with the same name that run at the same time count once.
  void add_child(trace2::read::label_id label, std::int64_t begin, std::int64_t end) {
    share* const to = find(label, true);
    if (to == nullptr) return;
    std::int64_t const since = to->time == 0 ? begin : std::max(begin, to->until);
    if (end > since) to->time = trace2::read::saturating_add(to->time, end - since);
    to->until = std::max(to->until, end);
  }

  /// The largest one; null when there is none.
  share const* largest() const noexcept {
    auto const found = std::max_element(
        all_.begin(), all_.end(), [](share const& a, share const& b) { return a.time < b.time; });
    return found == all_.end() ? nullptr : &*found;
  }

 private:
  static constexpr std::size_t most = 64;

  share* find(trace2::read::label_id label, bool is_child) {
    for (share& known : all_)
      if (known.label == label && known.is_child == is_child) return &known;
    if (all_.size() >= most) return nullptr;
    return &all_.emplace_back(share{label, is_child});
  }

  std::vector<share> all_;
};

}  // namespace trace2_program::listening
