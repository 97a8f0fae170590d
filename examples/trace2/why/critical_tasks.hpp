// Follows the waits of tasks for each other back through time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "model/node_index.hpp"
#include "model/task_history.hpp"

namespace trace2::program {

/// Finds what a region that only waits has waited for: the task of its process that ended last in
/// it, and back in time what this task has done and waited for. While no thread ran it, a task has
/// waited
///
/// - for the task that ended last, among those that a link says it waits for, and those that it is
///   the parent of; from that end on, for a thread;
/// - before it began, for the task that has caused it, by a link, or else its parent.
///
/// A task without such an edge has waited for something that no event tells of.
///
/// Memory: proportional to the history of the model, which must outlive it. Cost: logarithmic for
/// each stretch and wait on the way.
class critical_tasks {
 public:
  using index = task_history::index;
  static constexpr index none = task_history::none;

  explicit critical_tasks(model const& trace);

  /// True if a process has regions that only wait, so that there is no need to guess its waits.
  bool tells_waits(node_index process) const { return tells_waits_[process]; }

  /// Calls `piece(task, is_running, time)` for the parts of the times that a thread of the process
  /// has spent in the region's waits, up to `most` of them. Returns the sum of these parts; no task
  /// explains the others.
  template <class Piece>
  read::nanoseconds explain(node_index process, node_index region, read::nanoseconds most,
                            Piece const& piece) const {
    read::nanoseconds left = most;
    auto wait =
        std::lower_bound(waits_.begin(), waits_.end(), interval{region, read::moment::min(), {}});
    for (; left > read::no_time && wait != waits_.end() && wait->of == region; ++wait)
      if (ended const* const last = last_of(ends_, process, wait->begin, wait->end))
        left -= explain_from(last->task, last->end, wait->begin, left, piece);
    return most - left;
  }

  /// The same for a span of time in which threads of a pool ran tasks: before a task that nothing
  /// has caused, they were busy with the one that ran last by then.
  template <class Piece>
  read::nanoseconds explain_pool(node_index process, read::moment begin, read::moment end,
                                 read::nanoseconds most, Piece const& piece) const {
    read::nanoseconds left = most;
    while (left > read::no_time) {
      ended const* const last = last_of(ran_, process, begin, end);
      if (last == nullptr) break;
      read::nanoseconds const told = explain_from(last->task, last->end, begin, left, piece);
      if (told == read::no_time) break;  // a circle of causes
      left -= told;
      end = last->end - told;
    }
    return most - left;
  }

 private:
  /// A task that ended, by what it belongs to.
  struct ended {
    std::uint32_t of{};
    read::moment end{};
    index task{};
    friend auto operator<=>(ended const&, ended const&) = default;
  };
  struct interval {
    node_index of{};
    read::moment begin{};
    read::moment end{};
    friend auto operator<=>(interval const&, interval const&) = default;
  };

  /// The last one that ended behind a moment, and not behind another one; null without one.
  static ended const* last_of(std::vector<ended> const& list, std::uint32_t of, read::moment behind,
                              read::moment until);
  static index last_ended(std::vector<ended> const& list, std::uint32_t of, read::moment behind,
                          read::moment until);

  /// No more than `most` of the time from `at` back to `begin`. Returns how much.
  template <class Piece>
  read::nanoseconds explain_from(index task, read::moment at, read::moment begin,
                                 read::nanoseconds most, Piece const& piece) const {
    read::nanoseconds left = most;
    follow(task, begin, at, [&](index next, bool is_running, read::nanoseconds length) {
      read::nanoseconds const time = std::min(length, left);
      left -= time;
      if (time > read::no_time) piece(all_.tasks[next], is_running, time);
      return left > read::no_time;
    });
    return most - left;
  }

  /// From `at` back to `begin`, or until `piece` returns false.
  template <class Piece>
  void follow(index task, read::moment begin, read::moment at, Piece const& piece) const {
    auto const pass = [&](bool is_running, read::moment to) {
      read::moment const from = std::max(to, begin);
      bool const goes_on = from >= at || piece(task, is_running, at - from);
      at = goes_on ? std::min(at, from) : begin;
    };
    // Ill-formed traces may have circles of causes that take no time.
    for (int idle = 0; at > begin && idle < most_idle; ++idle) {
      read::moment const before = at;
      task_history::stretch const* const ran = last_stretch(task, at);
      if (ran != nullptr && ran->end >= at) {
        pass(true, ran->begin);
      } else if (at <= all_.tasks[task].begin) {
        task = causes_[task];
        if (task == none) return;
      } else {
        read::moment const since =
            std::max(ran != nullptr ? ran->end : all_.tasks[task].begin, all_.tasks[task].begin);
        index const other = last_ended(awaited_, task, std::max(since, begin), at);
        pass(false, other == none ? since : all_.tasks[other].end);
        if (other != none) task = other;
      }
      if (at < before) idle = 0;
    }
  }

  /// The last one of a task that began before a moment; null without one.
  task_history::stretch const* last_stretch(index task, read::moment at) const;

  static constexpr int most_idle = 1'000;

  task_history const& all_;
  std::vector<task_history::stretch> stretches_;  ///< by task and time
  std::vector<ended> ends_;                       ///< by process and end
  std::vector<ended> ran_;                        ///< stretches by process and end
  std::vector<ended> awaited_;                    ///< by the task that waits, and end
  std::vector<interval> waits_;                   ///< by region and time
  std::vector<index> causes_;                     ///< by task
  std::vector<bool> tells_waits_;                 ///< by process
};

}  // namespace trace2::program
