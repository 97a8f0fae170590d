// Chooses the child of a parent that has most likely run a process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/command_words.hpp"
#include "model/model.hpp"

namespace trace2::program::relatives {

/// Clocks may disagree a little.
inline constexpr read::nanoseconds tolerance{1'000'000};

/// The last moment at which a child may have begun a process.
read::moment end_of(child_node const& child) noexcept;

/// Calls `begins(place)` and `ends(place)` for the children of a list as time goes on. A child is
/// named by its place in the list. Takes logarithmic time per child.
class child_clock {
 public:
  explicit child_clock(model const& trace) noexcept : trace_{trace} {}
  child_clock(model const& trace, std::vector<node_index> const& children);

  /// Begins with a list of children, before any of them runs. Reuses the memory of the list before.
  void begin(std::vector<node_index> const& children);

  /// `now` never goes back.
  template <class Begins, class Ends>
  void advance(read::moment now, Begins const& begins, Ends const& ends) {
    for (; begun_ < by_begin_.size(); ++begun_) {
      std::size_t const next = by_begin_[begun_];
      if (child(next).begin - tolerance > now) break;
      begins(next);
      ends_.emplace_back(end_of(child(next)), next);
      std::push_heap(ends_.begin(), ends_.end(), std::greater<>{});
    }
    while (!ends_.empty() && ends_.front().first < now) {
      ends(ends_.front().second);
      std::pop_heap(ends_.begin(), ends_.end(), std::greater<>{});
      ends_.pop_back();
    }
  }

  child_node const& child(std::size_t place) const { return trace_.children[node_of(place)]; }
  node_index node_of(std::size_t place) const { return (*children_)[place]; }
  std::size_t size() const noexcept { return children_->size(); }

 private:
  model const& trace_;
  std::vector<node_index> const* children_ = nullptr;
  std::vector<std::size_t> by_begin_;
  std::size_t begun_ = 0;
  std::vector<std::pair<read::moment, std::size_t>> ends_;  ///< a heap, the first end on top
};

/// The child of a process, and whether another one fits it as well.
struct choice {
  node_index child = no_node;
  bool is_guess = false;
};

/// Chooses the running child that comes first in the list: with the right process id, all are
/// certain.
class first_child {
 public:
  explicit first_child(child_clock& clock) noexcept : clock_{clock} {}

  choice take(process_node const& process);

 private:
  child_clock& clock_;
  std::set<std::size_t> running_;
};

/// Chooses among the running children by all that tells them apart: what they run, whether they
/// last from before the beginning of the process until after its end, their exit codes, and their
/// order. A child that runs Git has one process; one that runs a script may have any.
class likeliest_child {
 public:
  explicit likeliest_child(child_clock& clock)
      : clock_{clock}, is_doubtful_(clock.size()), words_(clock.size()) {}

  choice take(process_node const& process);

 private:
  using named_children = std::set<std::pair<std::string, std::size_t>>;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct best {
    std::size_t place = none;
    std::size_t count = 0;            ///< of those that fit as well, this one included
    std::size_t latest_equal = none;  ///< of these
  };

  /// When one of two children has been guessed, so is the other one.
  bool is_guess(best const& found);

  void begins(std::size_t place);
  void ends(std::size_t place);

  /// How well a child fits: higher is better.
  static int fitness(child_node const& child, process_node const& process, bool is_same) noexcept;

  /// The first one of those that fit best. Looks at a few only: a hostile trace may have thousands.
  template <class Iterator, class PlaceOf>
  best best_of(process_node const& process, bool is_same, Iterator first, Iterator last,
               PlaceOf const& place_of) const {
    constexpr int most_compared = 32;
    best result;
    int most = -1;
    for (int i = 0; i < most_compared && first != last; ++i, ++first) {
      std::size_t const place = place_of(*first);
      if (place == none) break;
      int const fits = fitness(clock_.child(place), process, is_same);
      if (fits > most) {
        result = {place};
        most = fits;
      }
      if (fits != most) continue;
      ++result.count;
      result.latest_equal = place;
    }
    return result;
  }

  child_clock& clock_;
  std::vector<bool> is_doubtful_;       ///< another one that fitted a process as well was taken
  std::vector<command_words> words_;    ///< of those without a process that have begun
  named_children by_whole_;             ///< those without a process
  named_children by_program_;           ///< the same
  std::set<std::size_t> free_;          ///< the same
  std::set<std::size_t> scripts_;       ///< the same, but for those that run Git
  std::set<std::size_t> busy_scripts_;  ///< with a process
};

}  // namespace trace2::program::relatives
