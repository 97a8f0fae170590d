// A call of a verb: its moment and its thread, taken once and shared by all targets, and the origin
// of its event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/record.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/thread.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

/// One call of a verb: its moment and its thread. Its destructor restores the program's `errno`.
class call_context {
 public:
  call_context() noexcept
      : now{begin()}, thread{all_threads.current(now)}, shown_{clock::convert(now)} {}
  call_context(call_context const&) = delete;
  call_context& operator=(call_context const&) = delete;
  ~call_context() {
    if (memory_ != nullptr) [[unlikely]]
      give_back();
  }

  /// False when memory for the thread's context ran out.
  explicit operator bool() const noexcept { return thread != nullptr; }

  /// Microseconds since the epoch.
  std::int64_t wall() const noexcept { return shown_.wall; }
  duration t_abs() const noexcept { return this_process.elapsed_at(shown_.monotonic); }
  duration since(std::int64_t begin) const noexcept {
    return duration::microseconds(shown_.monotonic - microseconds_of(begin));
  }
  /// The time since the innermost open region was entered (R-TIME-07).
  duration since_region() const noexcept { return since(thread->region_started(now)); }

  /// Scratch memory: that of the thread, or own memory while another call of the thread has
  /// that. Sinks and allocators may trace, and values whose text or elements are computed.
  [[gnu::noinline]] scratch& memory() const noexcept {
    if (memory_ != nullptr) return *memory_;
    if (!thread->memory.is_taken) {
      memory_ = &thread->memory;
      memory_->is_taken = true;
    } else if (++thread->memory.nested < most_nested) {
      memory_ = ::new (&own_) scratch;
    } else {
      memory_ = ::new (&own_) scratch{.message = {nullptr, 0},
                                      .json = {nullptr, 0},
                                      .redacted = {nullptr, 0},
                                      .arguments = {nullptr, 0}};
      own_.is_taken = thread->begin_publishing();
    }
    return *memory_;
  }

  errno_guard const errno_before;
  std::int64_t const now;
  thread_context* const thread;

 private:
  /// The clock needs longer to convert a past moment, and all events of a region ask for the same
  /// one.
  static std::int64_t microseconds_of(std::int64_t ticks) noexcept {
    struct known_moment {
      std::int64_t ticks;
      std::int64_t microseconds;
    };
    static thread_local constinit known_moment last{};
    if (last.ticks != ticks) last = {ticks, clock::microseconds(ticks)};
    return last.microseconds;
  }

  static std::int64_t begin() noexcept {
    if (auto* const begin_child = this_process.begin_child.load_acquire(); begin_child != nullptr)
        [[unlikely]]
      begin_child();
    return clock::now();
  }

  /// An allocator that traces is called for the memory of its own call, and so on. The
  /// call at the limit gets none, and no other event takes place until it ends.
  static constexpr unsigned most_nested = 4;

  [[gnu::noinline]] void give_back() noexcept {
    if (memory_ != &own_) {
      memory_->is_taken = false;
      return;
    }
    bool const has_published = own_.is_taken;
    own_.~scratch();
    if (has_published) thread->end_publishing();
    --thread->memory.nested;
  }

  clock::reading const shown_;
  mutable scratch* memory_ = nullptr;
  union {
    mutable scratch own_;
  };
};

/// Adds the process and the thread to the other circumstances of an event; null is a thread that
/// the library doesn't know.
[[gnu::always_inline]] inline circumstances circumstances_of(
    circumstances const& now, process_identity const& process,
    thread_context const* thread) noexcept {
  return {.at = now.at,
          .process = {process.sid(), process.sid_json(), process.depth()},
          .thread = thread == nullptr
                        ? thread_view{"unknown", "unknown", 0}
                        : thread_view{thread->name(), thread->name_json(), thread->open_regions()},
          .ticks = now.ticks,
          .wall = now.wall,
          .t_abs = now.t_abs,
          .repo = now.repo};
}

}}}  // namespace trace2::v0::detail
