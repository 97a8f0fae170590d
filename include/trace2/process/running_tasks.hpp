// The tasks that a thread runs: the innermost one, and those that wait for the end of its scope.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

struct task_state;

/// A stack. Beneath the innermost task it keeps the open regions of the thread, and of each further
/// task that the thread has begun to run before. Only the thread itself uses it.
class running_tasks {
 public:
  /// The innermost task; null when the thread runs none.
  task_state* current() const noexcept { return current_; }
  /// Its number, 0 for none. The flight recorder looks at it.
  std::uint64_t const& id() const noexcept { return id_; }

  bool contains(task_state const* sought) const noexcept {
    if (current_ == sought) return true;
    for (std::size_t at = beneath_.size(); at != 0; at -= frame_of(at).regions + frame_words)
      if (frame_of(at).task == sought) return sought != nullptr;
    return false;
  }

  /// Puts `count` regions in place of those in `open`. False when memory ran out.
  bool push(basic_buffer<std::int64_t>& open, task_state& next, std::uint64_t id,
            std::int64_t begun, std::int64_t const* regions, std::size_t count) noexcept {
    std::size_t const outer = open.size();
    if (!beneath_.reserve(outer + frame_words) || open.capacity() <= count) [[unlikely]]
      if (!beneath_.reserve(outer + frame_words) || !open.reserve(count + 2)) return false;
    std::int64_t* to = beneath_.end();
    for (std::size_t i = 0; i < outer; ++i) *to++ = open[i];
    *to++ = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(current_));
    *to++ = static_cast<std::int64_t>(id_);
    *to++ = static_cast<std::int64_t>(outer);
    beneath_.commit_until(to);
    open.clear();
    to = open.end();
    *to++ = begun;
    for (std::size_t i = 0; i < count; ++i) *to++ = regions[i];
    open.commit_until(to);
    current_ = &next;
    id_ = id;
    return true;
  }
  /// Puts back what the latest `push` took away. Precondition: there is a task.
  void pop(basic_buffer<std::int64_t>& open) noexcept {
    frame const latest = frame_of(beneath_.size());
    std::int64_t const* const from = beneath_.end() - latest.regions - frame_words;
    open.clear();
    if (open.reserve(latest.regions)) [[likely]] {  // it held them before
      for (std::size_t i = 0; i < latest.regions; ++i) open.begin()[i] = from[i];
      open.commit(latest.regions);
    }
    current_ = latest.task;
    id_ = latest.id;
    beneath_.truncate(beneath_.size() - latest.regions - frame_words);
  }

  /// A task has ended in its scope, which has nothing to pause any more.
  void end_in_scope() noexcept { ++ended_in_scope_; }
  /// False when there is no such scope.
  bool leave_ended() noexcept { return ended_in_scope_ != 0 && ended_in_scope_-- != 0; }

  /// The thread runs no task any more. Allocates nothing.
  void forget() noexcept {
    current_ = nullptr;
    id_ = 0;
    ended_in_scope_ = 0;
    beneath_.clear();
  }

 private:
  static constexpr std::size_t frame_words = 3;
  struct frame {
    task_state* task;
    std::uint64_t id;
    std::size_t regions;
  };
  frame frame_of(std::size_t end) const noexcept {
    return {reinterpret_cast<task_state*>(static_cast<std::intptr_t>(beneath_[end - 3])),
            static_cast<std::uint64_t>(beneath_[end - 2]),
            static_cast<std::size_t>(beneath_[end - 1])};
  }

  task_state* current_ = nullptr;
  std::uint64_t id_ = 0;
  basic_buffer<std::int64_t> beneath_;
  std::size_t ended_in_scope_ = 0;  ///< number of scopes
};

}}}  // namespace trace2::v0::detail
