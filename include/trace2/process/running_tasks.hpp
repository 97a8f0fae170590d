// The tasks that a thread runs: the innermost one, and those that wait for the end of its scope.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/region_stack.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

struct task_state;

/// A stack, in the stack of the thread's open regions: it covers those of the thread, and those of
/// each further task that the thread has begun to run before. Only the thread itself uses it.
class running_tasks {
 public:
  /// The innermost task; null when the thread runs none.
  task_state* current() const noexcept { return current_; }
  /// Its number, 0 for none. The flight recorder looks at it.
  std::uint64_t const& id() const noexcept { return id_; }
  /// The session of the innermost task: numbers begin anew with the next.
  std::uint32_t era() const noexcept { return era_; }

  bool contains(region_stack const& open, task_state const* sought) const noexcept {
    return has(open, [&](frame const& each) { return each.task == sought; });
  }
  bool contains(region_stack const& open, std::uint64_t id, std::uint32_t era) const noexcept {
    return has(open, [&](frame const& each) { return each.id == id && each.era == era; });
  }

  /// Covers the regions in `open` by `count` others. False when memory ran out.
  bool push(region_stack& open, task_state& next, std::uint64_t id, std::uint32_t era,
            std::int64_t begun, open_region const* regions, std::size_t count) noexcept {
    std::size_t const outer = open.size();
    if (!open.reserve(count + frame_items + 2)) [[unlikely]]
      return false;
    open.cover({{static_cast<std::int64_t>(id_), reinterpret_cast<std::uintptr_t>(current_)},
                {static_cast<std::int64_t>(std::uint64_t{era_} << 32 | outer), 0}});
    open.enter_in_room(begun, 0);
    open.append(regions, count);
    current_ = &next;
    id_ = id;
    era_ = era;
    return true;
  }
  /// Uncovers what the latest `push` has covered. Precondition: there is a task.
  void pop(region_stack& open) noexcept {
    frame const latest = frame_under(open.begin());
    open.uncover(latest.regions, frame_items);
    current_ = latest.task;
    id_ = latest.id;
    era_ = latest.era;
  }

  /// A task has ended in its scope, which has nothing to pause any more.
  void end_in_scope() noexcept { ++ended_in_scope_; }
  /// False when there is no such scope.
  bool leave_ended() noexcept { return ended_in_scope_ != 0 && ended_in_scope_-- != 0; }

  /// The thread runs no task any more, and forgets its open regions. Allocates nothing.
  void forget(region_stack& open) noexcept {
    current_ = nullptr;
    id_ = 0;
    ended_in_scope_ = 0;
    open.start_over();
  }

 private:
  static constexpr std::size_t frame_items = 2;
  struct frame {
    task_state* task;
    std::uint64_t id;
    std::uint32_t era;
    std::size_t regions;
  };
  /// Two items of the stack, in front of the regions of a task, say which task was innermost
  /// before, and how many regions it or the thread has.
  static frame frame_under(open_region const* regions) noexcept {
    open_region const& task = regions[-2];
    auto const rest = static_cast<std::uint64_t>(regions[-1].begun);
    return {reinterpret_cast<task_state*>(task.mark), static_cast<std::uint64_t>(task.begun),
            static_cast<std::uint32_t>(rest >> 32), static_cast<std::uint32_t>(rest)};
  }
  bool has(region_stack const& open, auto const& is_sought) const noexcept {
    frame each{current_, id_, era_, 0};
    for (open_region const* regions = open.begin(); each.task != nullptr;
         regions -= each.regions + frame_items) {
      if (is_sought(each)) return true;
      each = frame_under(regions);
    }
    return false;
  }

  task_state* current_ = nullptr;
  std::uint64_t id_ = 0;
  std::uint32_t era_ = 0;
  std::size_t ended_in_scope_ = 0;  ///< number of scopes
};

}}}  // namespace trace2::v0::detail
