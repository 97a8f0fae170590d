// Follows the regions of threads, and what else their time goes to.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_memo.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Opens and closes regions of threads. Visitor and labels must outlive it.
template <class Visitor>
class region_tracker {
 public:
  region_tracker(Visitor& visitor, label_table& labels, std::size_t most)
      : visitor_{visitor}, known_labels_{labels}, most_{most} {}
  region_tracker(region_tracker const&) = delete;
  region_tracker& operator=(region_tracker const&) = delete;

  bool is_full() const noexcept { return total_ >= most_; }

  static int level_of(moment const& now, int guess) noexcept {
    return std::clamp(now.occurrence.nesting.value_or(guess), 0, 1'000'000);
  }

  /// The label of the region that an event begins or ends.
  template <class Region>
  label_id label_of(Region const& region, moment const& now) {
    bool const has_label = region.label.data() != nullptr;
    return known_labels_.id_of(now.occurrence, region.category,
                               has_label ? region.label : region.msg);
  }

  /// Adds a region to those of a thread or task, which counts as open until `forget_region`. It is
  /// filled in its place: to copy a struct right behind its members waits for their stores.
  open_region& add_region(std::vector<open_region>& to, label_id label, int level,
                          std::int64_t begin, bool only_waits) {
    ++total_;
    open_region& added = to.emplace_back();
    added.label = label;
    added.level = level;
    added.begin = begin;
    added.number = ++count_;
    added.only_waits = only_waits;
    return added;
  }
  void forget_region() noexcept { --total_; }

  open_region& enter(moment const& now, label_id label, int level, std::int64_t begin) {
    settle(now.process, now.thread, begin);
    now.thread.begin_inside(begin);
    open_region& region =
        add_region(now.thread.regions, label, level, begin, only_waits(now.occurrence));
    visitor_.region_entered(now.process, now.thread, region, now.occurrence);
    return region;
  }

  /// Enters a region of which only the end is known, before it is closed. What its thread has spent
  /// since it began lies inside of it.
  void enter_at_end(moment const& now, label_id label, int level, std::int64_t length) {
    traced_thread& thread = now.thread;
    settle(now.process, thread, now.at);
    std::int64_t begin = bounded_moment(saturating_add(now.at, -length));
    bool const is_around_all = thread.regions.empty() && level < thread.outermost &&
                               begin - most_rounded <= thread.first_inside;
    if (is_around_all) {
      begin = thread.first_inside = std::min(begin, thread.first_inside);
      thread.begin = std::min(thread.begin, begin);
      now.process.begin = std::min(now.process.begin, begin);
    }
    std::int64_t const inside =
        is_around_all ? thread.inside : least_inside(thread, length, now.at);
    thread.spend(-inside);
    if (!thread.regions.empty()) thread.regions.back().nested -= inside;
    open_region& region =
        add_region(thread.regions, label, level, begin, only_waits(now.occurrence));
    region.is_begun = false;
    region.inside = region.nested = inside;
    visitor_.region_entered(now.process, thread, region, now.occurrence);
  }

  /// The short way, for a region that begins where nothing has to be settled or refused.
  label_id const* known_label(text_key key) const noexcept { return known_labels_.find(key); }
  void enter_plain(traced_thread& thread, label_id label, plain_event const& what,
                   std::int64_t begin) {
    thread.begin_inside(begin);
    open_region& region = add_region(thread.regions, label, what.nesting, begin, false);
    visitor_.plain_region_entered(thread, region, what);
  }

  void close(traced_process& process, traced_thread& thread, std::int64_t end, std::int64_t total,
             bool is_complete) {
    settle(process, thread, end);
    closed_region const closed{thread.regions.back(), end, total, is_complete};
    std::int64_t const whole = closed.whole();
    int const level = thread.regions.back().level;
    visitor_.region_left(process, thread, closed);
    thread.regions.pop_back();
    forget_region();
    thread.waits.leave_to(thread.regions.size());
    thread.spend(whole);
    if (thread.regions.empty()) {
      thread.outermost = std::min(thread.outermost, level);
      return;
    }
    open_region& around = thread.regions.back();
    around.nested = saturating_add(around.nested, total);
  }

  /// Closes the regions above a level, whose ends no event has reported.
  void close_above(traced_process& process, traced_thread& thread, int level, std::int64_t end) {
    while (!thread.regions.empty() && thread.regions.back().level > level)
      close(process, thread, end, std::max<std::int64_t>(end - thread.regions.back().begin, 0),
            false);
  }

  // ---- the time of a thread that is in none of its regions ----

  /// Accounts for the thread's time up to a moment: before anything begins or ends on it.
  void settle(traced_process& process, traced_thread& thread, std::int64_t at) {
    if (thread.task != nullptr || thread.waits.is_any_running()) [[unlikely]]
      settle_rest(process, thread, at);
  }

  /// Accounts for a wait of the thread for a child.
  auto wait_of(traced_thread& thread) {
    return [this, &thread](std::uint64_t tag, std::int64_t since, std::int64_t time) {
      thread.spend(time);
      visitor_.child_waited(thread, tag, since, time);
    };
  }

 private:
  /// Times and lengths in lines are rounded, to microseconds.
  static constexpr std::int64_t most_rounded = 5'000;

  /// The time, of that spent in the innermost region or in the thread itself, for which there was
  /// none left beside a region of this length.
  static std::int64_t least_inside(traced_thread const& thread, std::int64_t length,
                                   std::int64_t at) noexcept {
    bool const is_outermost = thread.regions.empty();
    std::int64_t const spent = is_outermost ? thread.inside : thread.regions.back().nested;
    std::int64_t const begin = is_outermost ? thread.begin : thread.regions.back().begin;
    std::int64_t const surplus = saturating_add(saturating_add(spent, length), begin - at);
    return std::clamp<std::int64_t>(surplus, 0, std::min(spent, length));
  }

  void settle_rest(traced_process& process, traced_thread& thread, std::int64_t at) {
    if (thread.task != nullptr) return settle_task(process, thread, at);
    thread.waits.settle(thread.regions.size(), at, wait_of(thread));
  }

  /// What the thread does while it runs a task belongs to the task.
  void settle_task(traced_process& process, traced_thread& thread, std::int64_t at) {
    thread.waits.skip(at);
    open_task& task = *thread.task;
    std::int64_t const since = task.since;
    std::int64_t const time = task.take_time(at);
    if (time == 0) return;
    task.running = saturating_add(task.running, time);
    if (!task.regions.empty() && task.regions.back().only_waits)
      task.blocked = saturating_add(task.blocked, time);
    thread.spend(time);
    visitor_.task_ran(process, thread, task, since, time);
  }

  Visitor& visitor_;
  label_memo known_labels_;
  std::size_t most_;
  std::uint64_t count_ = 0;
  std::size_t total_ = 0;  ///< open regions of all threads and tasks
};

}}}  // namespace trace2::v0::read
