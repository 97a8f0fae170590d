// The state of a task, from its beginning to its end: one piece of memory, to which the program's
// object points and the thread that runs the task.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region.hpp>
#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/process/threads/region_stack.hpp>
#include <trace2/process/threads/running_tasks.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The open regions of a task while no thread runs it. A few stand in the object, so that most
/// tasks need no memory for them; more take 16 bytes each of the heap.
class suspended_regions {
 public:
  static constexpr std::uint32_t near_capacity = 3;

  suspended_regions() noexcept {}
  suspended_regions(suspended_regions const&) = delete;
  suspended_regions& operator=(suspended_regions const&) = delete;
  ~suspended_regions() {
    if (!is_far()) return;
    errno_guard const guard;
    std::free(far_);
  }

  std::size_t size() const noexcept { return size_; }
  open_region const* data() const noexcept { return is_far() ? far_ : near_; }

  bool has_room(std::size_t count) const noexcept { return count <= capacity_; }
  /// Takes the place of the former contents. Keeps the outermost regions when memory runs out.
  void keep(open_region const* regions, std::size_t count) noexcept {
    if (!has_room(count) && !grow(count)) [[unlikely]]
      count = capacity_;
    keep_in_room(regions, count);
  }
  /// Precondition: there is room.
  [[gnu::always_inline]] void keep_in_room(open_region const* regions, std::size_t count) noexcept {
    size_ = static_cast<std::uint32_t>(count);
    if (count == 0) return;
    open_region* const to = is_far() ? far_ : near_;
    for (std::size_t i = 0; i < count; ++i) to[i] = regions[i];
  }
  void clear() noexcept { size_ = 0; }

 private:
  bool is_far() const noexcept { return capacity_ != near_capacity; }

  [[gnu::noinline, gnu::cold]] bool grow(std::size_t count) noexcept {
    errno_guard const guard;
    if (count > UINT32_MAX / 2) return false;
    void* const grown = std::realloc(is_far() ? far_ : nullptr, 2 * count * sizeof(open_region));
    if (grown == nullptr) return false;
    far_ = static_cast<open_region*>(grown);
    capacity_ = static_cast<std::uint32_t>(2 * count);
    return true;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = near_capacity;
  union {
    open_region near_[near_capacity];
    open_region* far_;
  };
};

/// `users` has a bit for the object that holds the task and one for the thread that runs it;
/// whichever clears the last bit ends the task. The other members belong to the running thread, or
/// to the holder while no thread runs the task.
struct task_state : running_task {
  static constexpr std::uint32_t held = 1;
  static constexpr std::uint32_t runs = 2;

  explicit task_state(static_site& place) noexcept : site{&place} {}
  task_state(lasting_text const& category, lasting_text const& label, call_site at) noexcept
      : site{nullptr} {
    names.keep(category, label, {}, at);
  }
  task_state(task_state const&) = delete;
  task_state& operator=(task_state const&) = delete;
  ~task_state() {
    if (site == nullptr) names.drop();
  }

  std::string_view category() const noexcept {
    return site == nullptr ? std::string_view{names.category()} : site->category();
  }
  std::string_view label() const noexcept {
    return site == nullptr ? std::string_view{names.label()} : site->label();
  }
  call_site at() const noexcept { return site == nullptr ? names.at() : site->at(); }

  /// False when another thread runs it, or nobody holds it any more.
  bool begin_run() noexcept { return users.compare_exchange(held, held | runs); }
  /// True when the last user has left.
  bool end_run() noexcept {
    if (users.compare_exchange(held | runs, held)) [[likely]]
      return false;
    return users.fetch_and(~runs) == runs;
  }
  bool let_go() noexcept { return users.load_acquire() == held || users.fetch_and(~held) == held; }

  /// Forgets the regions if tracing was off while no thread ran the task, which may have left some
  /// unnoticed. Returns their number.
  std::size_t forget_old_regions(unsigned pauses_now) noexcept {
    std::size_t const count = pauses == pauses_now ? 0 : regions.size();
    if (count != 0) regions.clear();
    return count;
  }

  atomic<std::uint32_t> users{held};
  unsigned pauses = 0;  ///< of tracing, until a thread paused it, as the registry counts them
  // In ticks of the clock.
  std::int64_t resumed = 0;  ///< when a thread began to run it, while one does
  std::int64_t ran = 0;      ///< sum of the earlier times
  suspended_regions regions;  ///< those inside it
  static_site* const site;   ///< null: it has names of its own
  region_names names;
};

}}}  // namespace trace2::v0::detail
