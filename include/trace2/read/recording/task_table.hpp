// The open tasks of a recording: what short records leave out, because their reader can know it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/task.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Knows when each task has begun, how long threads have run it, and its open regions. Receives the
/// events of all threads in the order of their times. A task whose beginning a ring has overwritten
/// counts from its first event that is left.
///
/// Memory: for each open task some words, from the budget, which must outlive the table. Tasks for
/// which there is none are counted: their times are 0, and their regions have no nesting.
class task_table {
 public:
  explicit task_table(memory_budget& memory) noexcept : memory_{memory} {}

  /// Completes a short record of a task, or of a thread that runs one. Takes notice of other
  /// events.
  void complete(stored_event& event) {
    if (event.what != nullptr) return note(event);
    switch (event.kind) {
      case layout::kind::task_begin:
        begin(event.value, event);
        break;
      case layout::kind::task_end:
        end(event);
        break;
      case layout::kind::task_run:
        run(event);
        return;
      case layout::kind::task_pause:
        pause(event.value, event.nanoseconds);
        return;
      default:
        return complete_inside(event);
    }
    if (event.task == 0) return;
    if (state const* const around = find(event.task, event.nanoseconds); around != nullptr)
      event.open_regions = static_cast<int>(around->regions.size()) + 1;
  }

  /// The beginnings of the regions that a task has inside, unless it is known. In nanoseconds.
  void restore(std::uint64_t task, std::span<std::int64_t const> regions) {
    if (tasks_.contains(task)) return;
    state* const found = find(task, regions.empty() ? 0 : regions.front());
    // The first one is the task itself.
    for (std::size_t i = 1; found != nullptr && i < regions.size(); ++i) enter(*found, regions[i]);
  }

  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  struct state {
    // In nanoseconds.
    std::int64_t begun = 0;
    std::int64_t resumed = 0;
    std::int64_t ran = 0;
    std::vector<std::int64_t> regions{};  // their beginnings
  };
  static constexpr std::size_t most_lost = 1'000;  // a record may be forged
  static constexpr std::size_t per_task = sizeof(state) + 64;

  void note(stored_event const& event) {
    if (!is_about_task(*event.what)) return;
    event_kind const kind = event.what->listed;
    auto const task = field_reader{event.members}.get<std::uint64_t>();
    if (kind == kind_of<event::task_begin>) return begin(task, event);
    if (kind == kind_of<event::task_end>) return forget(task);
    if (kind == kind_of<event::task_run>) return resume(task, event.nanoseconds);
    if (kind == kind_of<event::task_pause>) return pause(task, event.nanoseconds);
    if (kind == kind_of<event::task_link>) return;
    if (state* const found = find(task, event.nanoseconds); found != nullptr) {
      if (kind == kind_of<event::task_region_enter>)
        enter(*found, event.nanoseconds);
      else if (!found->regions.empty())
        found->regions.pop_back();
    }
  }

  void begin(std::uint64_t task, stored_event const& event) {
    if (state* const found = find(task, event.nanoseconds); found != nullptr) {
      found->begun = event.nanoseconds;
      found->ran = 0;
      found->regions.clear();
    }
  }
  void resume(std::uint64_t task, std::int64_t now) {
    if (state* const found = find(task, now); found != nullptr) found->resumed = now;
  }
  /// The record says how many regions are open. Regions whose beginnings are lost count from here.
  void run(stored_event const& event) {
    state* const found = find(event.value, event.nanoseconds);
    if (found == nullptr) return;
    found->resumed = event.nanoseconds;
    auto const open = static_cast<std::size_t>(std::max(event.open_regions, 1)) - 1;
    if (found->regions.size() > open) found->regions.resize(open);
    std::size_t const most = std::min<std::size_t>(open, most_lost);
    while (found->regions.size() < most && enter(*found, event.nanoseconds)) {
    }
  }
  void pause(std::uint64_t task, std::int64_t now) {
    if (state* const found = find(task, now); found != nullptr && found->resumed != 0) {
      found->ran = saturating_add(found->ran, saturating_difference(now, found->resumed));
      found->resumed = 0;
    }
  }
  void end(stored_event& event) {
    if (state const* const found = find(event.value, event.nanoseconds); found != nullptr) {
      // The writer subtracts whole microseconds.
      std::int64_t const now = event.nanoseconds / 1000;
      event.since = found->begun;
      event.t_run = now - saturating_difference(event.nanoseconds, found->ran) / 1000;
    }
    forget(event.value);
  }

  void complete_inside(stored_event& event) {
    state* const found = find(event.task, event.nanoseconds);
    if (found == nullptr) return;
    auto& regions = found->regions;
    std::int64_t const now = event.nanoseconds;
    event.since = regions.empty() ? found->begun : regions.back();
    if (event.is_leave() && !regions.empty()) regions.pop_back();
    event.open_regions = static_cast<int>(regions.size()) + 1;
    if (event.is_enter()) enter(*found, now);
  }

  bool enter(state& of, std::int64_t begin) {
    bool const is_full = of.regions.size() == of.regions.capacity();
    std::size_t const more = std::max<std::size_t>(of.regions.capacity(), 2);
    if (of.regions.size() >= limits::open_regions ||
        (is_full && !memory_.take(more * sizeof(std::int64_t))))
      return ++left_out_, false;
    if (is_full) of.regions.reserve(of.regions.capacity() + more);
    of.regions.push_back(begin);
    return true;
  }

  /// A task that is unknown begins now. Null without memory.
  state* find(std::uint64_t task, std::int64_t now) {
    if (auto const known = tasks_.find(task); known != tasks_.end()) return &known->second;
    if (!memory_.take(per_task)) return ++left_out_, nullptr;
    state& added = tasks_[task];
    added.begun = now;
    return &added;
  }
  void forget(std::uint64_t task) {
    auto const known = tasks_.find(task);
    if (known == tasks_.end()) return;
    memory_.give_back(per_task + known->second.regions.capacity() * sizeof(std::int64_t));
    tasks_.erase(known);
  }

  std::map<std::uint64_t, state> tasks_;
  memory_share memory_;
  std::uint64_t left_out_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
