// The tasks that a thread runs: the innermost one, and those that wait for the end of its scope.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/process/threads/region_stack.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

/// The part of a task's state that the thread needs that runs it. The rest is in `task_state`.
struct running_task {
  std::uint32_t era = 0;  ///< in which it has begun
  std::uint64_t id = 0;
  running_task* outer = nullptr;  ///< while a thread runs it: the task around it
  std::int64_t begun = 0;         ///< ticks of the clock
};

/// A stack, in the stack of the thread's open regions: it covers those of the thread, and those of
/// each further task that the thread has begun to run before. Only the thread itself uses it.
class running_tasks {
 public:
  constexpr running_tasks() noexcept = default;
  running_tasks(running_tasks const&) = delete;
  running_tasks& operator=(running_tasks const&) = delete;
  ~running_tasks() {
    if (spare_ != nullptr) ::operator delete(spare_);
  }

  /// The innermost task; null when the thread runs none.
  running_task* current() const noexcept { return current_; }
  /// Its number, 0 for none. The flight recorder looks at it.
  std::uint64_t const& id() const noexcept { return id_; }

  bool contains(running_task const* sought) const noexcept {
    return has([&](running_task const& each) { return &each == sought; });
  }
  /// Numbers begin anew with each session.
  bool contains(std::uint64_t id, std::uint32_t era) const noexcept {
    return has([&](running_task const& each) { return each.id == id && each.era == era; });
  }
  /// True if that is the innermost one.
  bool is_current(std::uint64_t id, std::uint32_t era) const noexcept {
    return current_ != nullptr && current_->id == id && current_->era == era;
  }
  /// True if that is the only one.
  bool is_only(std::uint64_t id, std::uint32_t era) const noexcept {
    return is_current(id, era) && current_->outer == nullptr;
  }

  /// Places that `push` takes of the stack besides the regions of the task. One of them stays free,
  /// so that the next region goes the quick way.
  static constexpr std::size_t room = 3;

  /// Covers the regions in `open` by the task and `count` others inside it. Precondition: there is
  /// room for those and for `room` more.
  [[gnu::always_inline]] void push(region_stack& open, running_task& next,
                                   open_region const* regions, std::size_t count) noexcept {
    open.cover(static_cast<std::int64_t>(open.size()), next.begun);
    if (count != 0) open.append(regions, count);
    next.outer = current_;
    current_ = &next;
    id_ = next.id;
  }
  /// Uncovers what the latest `push` has covered. Precondition: there is a task.
  [[gnu::always_inline]] void pop(region_stack& open) noexcept {
    open.uncover();
    current_ = current_->outer;
    id_ = current_ == nullptr ? 0 : current_->id;
  }

  /// The same. Precondition: there is no other task.
  [[gnu::always_inline]] void pop_last(region_stack& open) noexcept {
    open.uncover();
    current_ = nullptr;
    id_ = 0;
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

  /// Memory of a task, always of the same size. The thread keeps that of one, because most tasks
  /// end before the next begins; null when memory ran out.
  void* take_memory(std::size_t size) noexcept {
    if (spare_ != nullptr) [[likely]]
      return exchange(spare_, nullptr);
    return allocate(size);
  }
  void give_memory(void* memory) noexcept {
    if (spare_ != nullptr) [[unlikely]]
      return free(memory);
    spare_ = memory;
  }
  // For threads without a context. Null for a task of the program's allocator, which asks for
  // memory in order to give some.
  [[gnu::noinline]] static void* allocate(std::size_t size) noexcept {
    static thread_local constinit bool is_allocating = false;
    if (is_allocating) return nullptr;
    errno_guard const guard;
    is_allocating = true;
    void* const memory = ::operator new(size, std::nothrow);
    is_allocating = false;
    return memory;
  }
  [[gnu::noinline]] static void free(void* memory) noexcept {
    errno_guard const guard;
    ::operator delete(memory);
  }

 private:
  bool has(auto const& is_sought) const noexcept {
    for (running_task const* each = current_; each != nullptr; each = each->outer)
      if (is_sought(*each)) return true;
    return false;
  }

  running_task* current_ = nullptr;
  std::uint64_t id_ = 0;
  std::size_t ended_in_scope_ = 0;  ///< number of scopes
  void* spare_ = nullptr;
};

}}}  // namespace trace2::v0::detail
