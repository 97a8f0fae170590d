// Follows the regions of threads, and what else their time goes to.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/child_waits.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_messages.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Opens and closes regions of threads. Visitor and labels must outlive it.
class region_tracker {
 public:
  region_tracker(tracker_visitor& visitor, label_table& labels, tracker_limits const& limits)
      : visitor_{visitor},
        known_labels_{labels},
        most_{limits.regions},
        messages_{limits.messages} {}
  region_tracker(region_tracker const&) = delete;
  region_tracker& operator=(region_tracker const&) = delete;

  bool is_full() const noexcept { return total_ >= most_; }

  static int level_of(traced_event const& now, int guess) noexcept {
    return std::clamp(now.occurrence.nesting.value_or(guess), 0, 1'000'000);
  }

  /// The label of the region that an event begins or ends.
  template <class Region>
  label_id label_of(Region const& region, traced_event const& now) {
    bool const has_label = region.label.data() != nullptr;
    return known_labels_.id_of(now.occurrence, region.category,
                               has_label ? region.label : region.msg);
  }

  /// Adds a region to those of a thread or task, which counts as open until `forget_region`. The
  /// struct is filled in place: copying it right after setting its members would wait for their
  /// stores.
  open_region& add_region(std::vector<open_region>& to, label_id label, int level, moment begin,
                          bool only_waits) {
    ++total_;
    open_region& added = to.emplace_back();
    added.label = label;
    added.level = level;
    added.begin = begin;
    added.number = ++count_;
    added.only_waits = only_waits;
    return added;
  }
  void forget_region(open_region const& region) {
    --total_;
    messages_.forget(region.kept_message);
  }

  /// The messages of open regions and tasks.
  open_messages& messages() noexcept { return messages_; }

  /// Null, or why the message was refused.
  char const* enter(traced_event const& now, label_id label, int level, moment begin,
                    std::string_view message) {
    settle(now.process, now.thread, begin);
    now.thread.begin_inside(begin);
    open_region& region =
        add_region(now.thread.regions, label, level, begin, only_waits(now.occurrence));
    region.kept_message = messages_.keep(message);
    visitor_.region_entered(now.process, now.thread, region, now.occurrence);
    return region.message().size() == message.size() ? nullptr : one_message_too_many;
  }

  /// Enters a region of which only the end is known, before it is closed. The time that its thread
  /// has spent since the region began lies inside of it.
  void enter_at_end(traced_event const& now, label_id label, int level, nanoseconds length) {
    traced_thread& thread = now.thread;
    settle(now.process, thread, now.at);
    moment begin = bounded_moment(now.at - length);
    bool const is_around_all = thread.regions.empty() && level < thread.outermost &&
                               begin - most_rounded <= thread.first_inside;
    if (is_around_all) {
      begin = thread.first_inside = std::min(begin, thread.first_inside);
      thread.begin = std::min(thread.begin, begin);
      now.process.begin = std::min(now.process.begin, begin);
    }
    nanoseconds const inside = is_around_all ? thread.inside : least_inside(thread, length, now.at);
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
  void enter_plain(traced_thread& thread, label_id label, plain_event const& what, moment begin) {
    thread.begin_inside(begin);
    open_region& region = add_region(thread.regions, label, what.nesting, begin, false);
    visitor_.plain_region_entered(thread, region, what);
  }

  void close(traced_process& process, traced_thread& thread, moment end, nanoseconds total,
             bool is_complete) {
    settle(process, thread, end);
    if (!thread.displaced.empty()) [[unlikely]]
      forget_displaced(process, thread, thread.regions.back().number);
    closed_region const closed{thread.regions.back(), end, total, is_complete};
    nanoseconds const whole = closed.whole();
    int const level = thread.regions.back().level;
    visitor_.region_left(process, thread, closed);
    forget_region(closed.region);
    take_away(thread, level, whole, total);
  }

  /// Closes the regions above a level, whose ends no event has reported.
  void close_above(traced_process& process, traced_thread& thread, int level, moment end) {
    while (!thread.regions.empty() && thread.regions.back().level > level)
      close(process, thread, end, std::max(end - thread.regions.back().begin, no_time), false);
  }

  /// Ends the regions that were displaced directly inside another one, or all of the thread.
  void forget_displaced(traced_process& process, traced_thread& thread,
                        std::optional<std::uint64_t> inside = {}) {
    for (std::size_t i = 0; i < thread.displaced.size();)
      if (!inside || thread.displaced[i].inside == *inside)
        end_displaced(process, thread, i, {}, {});
      else
        ++i;
  }

  // ---- the time of a thread that is in none of its regions ----

  /// Accounts for the thread's time up to a moment: before anything begins or ends on it.
  [[gnu::always_inline]] void settle(traced_process& process, traced_thread& thread, moment at) {
    if (thread.task != nullptr || thread.waits.is_any_running()) [[unlikely]]
      settle_rest(process, thread, at);
  }

  /// A thread no longer waits for a child, of which an event of maybe another thread tells.
  void end_wait(traced_thread& of, open_child const& child, traced_event const& now) {
    if (of.task != nullptr) return of.waits.forget(child.number);
    account(of, of.waits.end(child.number, child.tag, of.regions.size(),
                             &of == &now.thread ? of.before : now.at, now.at));
  }

 protected:
  /// True if a label is that of an event; one that found no room may be any.
  bool is_named(label_id label, std::string_view category, std::string_view name) const noexcept {
    return known_labels_.is(label, category, name);
  }

  /// Takes the innermost region from its thread, and accounts for its time in what is around.
  static void take_away(traced_thread& thread, int level, nanoseconds whole, nanoseconds total) {
    thread.regions.pop_back();
    thread.waits.leave_to(thread.regions.size());
    thread.spend(whole);
    if (thread.regions.empty()) {
      thread.outermost = std::min(thread.outermost, level);
      return;
    }
    open_region& around = thread.regions.back();
    around.nested += total;
  }

  /// For the visitor, the region is once more the innermost one of its thread.
  void end_displaced(traced_process& process, traced_thread& thread, std::size_t index,
                     std::optional<moment> end, std::optional<nanoseconds> length) {
    displaced_region const ended = thread.displaced[index];
    thread.displaced.erase(thread.displaced.begin() + static_cast<std::ptrdiff_t>(index));
    std::vector<open_region> others;
    while (!thread.regions.empty() && thread.regions.back().level >= ended.region.level) {
      others.push_back(thread.regions.back());
      thread.regions.pop_back();
    }
    thread.regions.push_back(ended.region);
    moment const last = end.value_or(ended.at);
    nanoseconds const lasted = std::max(last - ended.region.begin, no_time);
    nanoseconds const total = length && *length >= no_time ? *length : lasted;
    closed_region closed{thread.regions.back(), last, total, end.has_value()};
    if (end) closed.taken = ended.taken;
    visitor_.region_left(process, thread, closed);
    thread.regions.pop_back();
    forget_region(ended.region);
    thread.regions.insert(thread.regions.end(), others.rbegin(), others.rend());
  }

 private:
  /// Times and lengths in lines are rounded, to microseconds.
  static constexpr nanoseconds most_rounded{5'000};

  /// The time, of that spent in the innermost region or in the thread itself, for which there was
  /// none left beside a region of this length.
  static nanoseconds least_inside(traced_thread const& thread, nanoseconds length,
                                  moment at) noexcept {
    bool const is_outermost = thread.regions.empty();
    nanoseconds const spent = is_outermost ? thread.inside : thread.regions.back().nested;
    moment const begin = is_outermost ? thread.begin : thread.regions.back().begin;
    nanoseconds const surplus = spent + length - (at - begin);
    return std::clamp(surplus, no_time, std::min(spent, length));
  }

  void settle_rest(traced_process& process, traced_thread& thread, moment at) {
    if (thread.task != nullptr) return settle_task(process, thread, at);
    account(thread, thread.waits.settle(thread.regions.size(), at));
  }

  /// Accounts for a wait of the thread for a child.
  void account(traced_thread& thread, child_waits::wait const& ended) {
    if (ended.time == no_time) return;
    thread.spend(ended.time);
    visitor_.child_waited(thread, ended.tag, ended.since, ended.time);
  }

  /// Everything that the thread does while it runs a task belongs to the task.
  void settle_task(traced_process& process, traced_thread& thread, moment at) {
    thread.waits.skip(at);
    open_task& task = *thread.task;
    moment const since = task.since;
    nanoseconds const time = task.take_time(at);
    if (time == no_time) return;
    task.running += time;
    if (!task.regions.empty() && task.regions.back().only_waits) task.blocked += time;
    thread.spend(time);
    visitor_.task_ran(process, thread, task, since, time);
  }

  tracker_visitor& visitor_;
  label_memo known_labels_;
  std::size_t most_;
  std::uint64_t count_ = 0;
  std::size_t total_ = 0;  ///< open regions of all threads and tasks
  open_messages messages_;
};

}}}  // namespace trace2::v0::read
