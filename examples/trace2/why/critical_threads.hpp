// The threads of a process on its critical path: what waits for their ends.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "model/thread_role.hpp"
#include "why/critical_rows.hpp"
#include "why/last_ended.hpp"

namespace trace2::program {

/// The threads of a process beside the main one. Each is waited for once, by the first span that
/// asks: inner spans ask before those around them. The model must outlive it.
class critical_threads {
 public:
  /// Threads that ended one after the other: the last of them went on for a time.
  struct straggler {
    std::string_view thread{};
    std::uint64_t others{};  ///< threads that had ended before
    read::nanoseconds alone{};  ///< from the end of the last but one
  };

  /// A thread was waited for from one moment to another.
  struct visit {
    node_index thread{};
    read::moment begin{};
    read::moment end{};
  };

  critical_threads(model const& trace, process_node const& process);

  bool has_main() const noexcept { return has_main_; }
  straggler const& worst_straggler() const noexcept { return straggler_; }
  std::vector<visit> const& visits() const noexcept { return visits_; }

  /// The threads that ended in a span of time, from the last one back; no more than `most`. Calls
  /// `add(role, label, time, count)`: for the regions of a thread that was waited for all of its
  /// life, else for the thread as a whole. Returns the sum.
  ///
  /// A thread that runs tasks idles until there is one, and those of a pool end together: which is
  /// the last tells nothing. `follow(begin, end, most)` explains their time by the tasks, and
  /// returns how much of it.
  template <class Add, class Follow>
  read::nanoseconds explain(read::moment begin, read::moment end, read::nanoseconds most,
                            Add const& add, Follow const& follow) {
    auto const end_of = [this](node_index thread) { return trace_->threads[thread].end; };
    auto const last = std::upper_bound(left_.begin(), left_.end(), end,
                                       [&](auto at, auto thread) { return at < end_of(thread); });
    auto const first = std::lower_bound(left_.begin(), last, begin,
                                        [&](auto thread, auto at) { return end_of(thread) <= at; });
    if (first == last) return read::no_time;
    note_straggler({first, last});
    std::vector<time_span> spans;
    for (auto thread = first; thread != last; ++thread) {
      thread_node const& node = trace_->threads[*thread];
      spans.push_back({*thread, std::max(node.begin, begin), node.end});
    }
    read::nanoseconds waited{};
    follow_last_ended(spans, [&](std::size_t thread, read::moment from, read::moment to) {
      read::nanoseconds const time = std::min(to - from, most - waited);
      thread_node const& node = trace_->threads[thread];
      if (time > read::no_time) visits_.push_back({static_cast<node_index>(thread), to - time, to});
      read::nanoseconds const told =
          time > read::no_time && runs_tasks(node) ? follow(from, to, time) : read::no_time;
      if (told > read::no_time && told < time)
        add(role_of(node.name), critical_rows::no_label, time - told, 1);
      if (told == read::no_time && time > read::no_time) add_thread(node, time, add);
      waited += time;
    });
    left_.erase(first, last);
    return waited;
  }

 private:
  bool runs_tasks(thread_node const& thread) const;

  template <class Add>
  void add_thread(thread_node const& thread, read::nanoseconds time, Add const& add) const {
    std::string_view const role = role_of(thread.name);
    if (time != trace_->regions[thread.root].total)
      return add(role, critical_rows::no_label, time, 1);
    std::vector<node_index> left{thread.root};
    while (!left.empty()) {
      region_node const& node = trace_->regions[left.back()];
      left.pop_back();
      read::nanoseconds self = node.total;
      for (node_index inner = node.first_child; inner != no_node;
           inner = trace_->regions[inner].next) {
        self -= trace_->regions[inner].total;
        left.push_back(inner);
      }
      add(role, node.parent == no_node ? critical_rows::no_label : node.label, self, node.count);
    }
  }

  void note_straggler(std::vector<node_index> const& by_end);

  model const* trace_;
  std::vector<node_index> left_;  ///< by their ends
  bool has_main_ = false;
  straggler straggler_;
  std::vector<visit> visits_;
};

}  // namespace trace2::program
