// Keeps the longest slices of a trace of any length.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "report/left_out_slices.hpp"

namespace trace2::program {

/// One region, from its beginning to its end.
struct slice {
  read::moment begin{};
  read::nanoseconds total{};
  read::nanoseconds
      self{};  ///< part of the total that is in no inner region, nor in a wait for a child
  node_index thread{};
  read::label_id label{};
  std::uint32_t message{};  ///< number of a text
  std::uint32_t place{};    ///< number of a text: of the source that has entered the region
  int depth{};              ///< 0 for the outermost region of a thread
  bool is_complete{};       ///< an event has reported the end
};

/// The longest slices; of equally long ones the outer ones, and of these the earlier ones. A region
/// is never longer than the one around it, so what is kept always includes what is around it.
/// Memory: that of a quarter more than `most`, so that they are seldom compared.
class longest_slices {
 public:
  static constexpr std::size_t most_groups = 10'000;  ///< of what is left out

  explicit longest_slices(std::size_t most) : most_{most} {}

  /// True if there is room for a slice like this. If not, it counts as left out.
  bool admits(slice const& one);

  /// Keeps a slice that was admitted, until there are enough longer ones.
  void add(slice const& one);

  /// Leaves out, and counts, all slices that are not `wanted`, and their places. Returns the others
  /// by their threads and beginnings, each in front of those inside.
  template <class IsWanted>
  std::vector<slice> take(IsWanted const& is_wanted) {
    if (slices_.size() > most_) leave_out_shorter();
    std::erase_if(slices_, [&](slice const& one) {
      if (is_wanted(one)) return false;
      count(one);
      return true;
    });
    std::sort(slices_.begin(), slices_.end(), [](slice const& a, slice const& b) {
      if (a.thread != b.thread) return a.thread < b.thread;
      if (a.begin != b.begin) return a.begin < b.begin;
      if (a.depth != b.depth) return a.depth < b.depth;
      return a.total < b.total;
    });
    return std::move(slices_);
  }

  std::uint64_t left_out() const noexcept { return left_out_; }
  /// The self time of the slices that are left out, which adds up, unlike the total.
  read::nanoseconds left_out_time() const noexcept { return left_out_time_; }
  /// Where they were, but for those that `take` has left out.
  left_out_slices const& groups() const noexcept { return groups_; }

 private:
  static bool is_longer(slice const& a, slice const& b) noexcept;

  void leave_out_shorter();

  void leave_out(slice const& one);

  void count(slice const& one) noexcept;

  std::size_t most_;
  std::vector<slice> slices_;
  slice shortest_{.total = read::nanoseconds::min()};  ///< longer ones have room
  left_out_slices groups_{most_groups};
  std::uint64_t left_out_ = 0;
  read::nanoseconds left_out_time_{};
};

}  // namespace trace2::program
