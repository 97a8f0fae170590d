// The registry of the threads that trace: it holds their contexts, and the sums of threads that
// have ended.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/task_bodies.hpp>
#include <trace2/call/verbs/thread.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/reentrant_memory.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/thread_end.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/state/lost_events.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/thread.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised and never destroyed. Threads: any may call any function.
class thread_registry {
 public:
  /// Gives the calling thread a context; an earlier one ends (R-THR-06). Null without memory.
  [[gnu::cold]] thread_context* start(unsigned number, std::string_view base_name,
                        std::int64_t started) noexcept {
    leave_tasks();
    auto* const added = reentrant_memory::make<thread_context>(number, base_name, started);
    if (added == nullptr) return nullptr;
    {
      handler_lock const own{mutex_, true};
      if (!own || added->open_regions() == 0) return reentrant_memory::destroy(added), nullptr;
      added->pauses = pauses_.load_relaxed();
      thread_context* const before = known();
      summing_thread::known_ = added;
      if (before != nullptr) keep_sums(*before), retire(before);
      added->next = threads_;
      if (threads_ != nullptr) threads_->previous = added;
      threads_ = added;
      watch_end(added);
    }
    return added;
  }

  /// Gives the calling thread a context with the next number (R-THR-02).
  thread_context* start(std::string_view base_name, std::int64_t started) noexcept {
    if (start(next_number_.fetch_add(1), base_name, started) == nullptr) return nullptr;
    return free_retired(), known();  // the program's allocator may have ended it
  }
  /// The calling thread is the main thread, which a context that it gets unasked will say.
  void expect_main() noexcept { main_.store_relaxed(&summing_thread::known_); }

  /// Ends the calling thread's context and keeps its sums. Whatever allocates and frees memory
  /// comes before: the program's allocator may trace, for which this thread needs a context.
  [[gnu::noinline, gnu::cold]] void end() noexcept {
    if (known() == nullptr) return;
    leave_tasks();
    free_retired();
    handler_lock const own{mutex_, true};
    thread_context* const ended = known();
    if (!own || ended == nullptr) return;  // the program's allocator may have ended it
    keep_sums(*ended);
    summing_thread::known_ = nullptr;
    retire(ended);
    watch_end(nullptr);
  }

  /// The calling thread's context, by its early name (R-THR-04). Null when memory ran out.
  thread_context* current(std::int64_t now) noexcept {
    if (thread_context* const known = fresh()) return known;
    return start_unnamed(now);
  }
  /// The context for a caller that hasn't read the clock and has no event.
  thread_context* current() noexcept {
    return known() != nullptr ? known() : start_first(clock::now());
  }
  /// The calling thread's context; null when it has none, or has to forget regions first.
  thread_context* fresh() noexcept {
    return known() != nullptr && known()->pauses == pauses_.load_relaxed() ? known() : nullptr;
  }
  /// The calling thread's context, or null.
  static thread_context* known() noexcept {
    return static_cast<thread_context*>(summing_thread::known());
  }
  /// The calling thread's context, or null, without the regions that it is to forget.
  thread_context* up_to_date() noexcept {
    if (known() != nullptr && known()->pauses != pauses_.load_relaxed()) {
      known()->pauses = pauses_.load_relaxed();
      leave_tasks(true);
      known()->forget_regions();
    }
    return known();
  }
  /// Has all threads forget their open regions, before tracing is switched on again, or a session
  /// follows another: they may have left some unnoticed. Tasks of an earlier session go, too.
  [[gnu::cold]] void forget_regions() noexcept { pauses_.fetch_add(1); }

  /// The calling thread pauses the tasks that it runs: none outlives the thread, nor a session.
  [[gnu::cold]] static void leave_tasks(bool only_old = false) noexcept {
    if (known() == nullptr || known()->tasks.current() == nullptr) return;
    if (auto const* const tasks = this_process.tasks.load_acquire()) tasks->leave_all(only_old);
  }

  /// Calls `visit(sums)` for each thread and for the sum of the ended ones; none ends meanwhile.
  /// Calls nothing in a handler that has interrupted a change of the registry.
  template <class Visitor>
  void for_each_sums(Visitor&& visit) noexcept {
    handler_lock const own{mutex_, true};
    if (!own) return;
    if (ended_ != nullptr) visit(*ended_);
    for (auto const* thread = threads_; thread != nullptr; thread = thread->next)
      visit(thread->sums);
  }

  /// How often sums began anew.
  unsigned restarts_of_sums() const noexcept { return restarts_of_sums_.load_relaxed(); }

  /// True if another thread publishes an event, or if the mutex is taken, which hides the answer.
  /// Never waits, so that a signal handler may ask.
  bool may_publish() noexcept {
    handler_lock const own{mutex_, false};
    if (!own) return true;
    for (auto const* each = threads_; each != nullptr; each = each->next)
      if (each != known() && each->is_publishing()) return true;
    return false;
  }
  /// Waits until no other thread publishes an event, but not for long: false when one still does.
  /// A target that the caller has switched off before is in no thread's use afterwards. The end of
  /// the process would cut the lines that other threads are writing, and the end of a session would
  /// close their files.
  [[gnu::cold]] bool wait_for_others() noexcept {
    if (!let_marks_arrive()) return true;
    for (bounded_wait wait{50}; may_publish();)
      if (!wait.pause()) return false;
    return true;
  }

  /// Waits until each other thread has ended the event that it publishes now, however many follow:
  /// false when one of them takes longer than a second. Afterwards no thread uses what the caller
  /// had replaced before the call. The other threads never wait.
  [[gnu::cold]] bool wait_for_present_events() noexcept {
    if (!let_marks_arrive()) return true;
    bounded_wait wait{1000};
    for (bool waits = awaits(true); waits; waits = awaits(false))
      if (!wait.pause()) return false;
    return true;
  }

  /// Sets all sums to zero: those of an earlier session. Additions of the same moment may survive.
  [[gnu::cold]] void forget_sums() noexcept {
    handler_lock const own{mutex_, true};
    if (!own) return;
    restarts_of_sums_.fetch_add(1);
    if (ended_ != nullptr) ended_->clear();
    std::int64_t const now = clock::now();
    for (auto* thread = threads_; thread != nullptr; thread = thread->next)
      thread->sums.forget(now);
  }

  /// Runs in the child of a fork: the calling thread is the only one, and becomes the main thread.
  /// Allocates nothing, takes no lock.
  [[gnu::cold]] void begin_child(std::int64_t now) noexcept {
    ::new (&mutex_) mutex;  // another thread may have held it
    // Nobody reads contexts again that other threads of the parent may have been changing.
    if (known() != nullptr) unlink(known());
    threads_ = known();
    retired_ = nullptr;
    next_number_.store_relaxed(1);
    restarts_of_sums_.fetch_add(1);
    if (ended_ != nullptr) ended_->clear();
    known() != nullptr ? known()->restart_as_main(now) : expect_main();
  }

  /// Restores the state without threads. For tests. No other thread may trace meanwhile.
  void reset() noexcept {
    end();
    free_retired();
    lock_guard const lock{mutex_};
    for (auto* each = threads_; each != nullptr; each = each->next) each->patterns.forget();
    restarts_of_sums_.fetch_add(1);
    reentrant_memory::destroy(exchange(ended_, nullptr));
    next_number_.store_relaxed(1);
    main_.store_relaxed(nullptr);
  }

 private:
  /// A thread marks itself without a fence before it looks at the targets. Its processor shows the
  /// mark to others within some hundred nanoseconds; this gives it a hundred times as long. The
  /// wait doesn't yield: on a busy machine that would take milliseconds. False, and at once, if no
  /// other thread has a context.
  bool let_marks_arrive() noexcept {
    if (handler_lock const own{mutex_, false};
        own && (threads_ == nullptr || (threads_ == known() && known()->next == nullptr)))
      return false;
    std::int64_t const end = sink_system::monotonic_nanoseconds() + 20'000;
    while (sink_system::monotonic_nanoseconds() < end) continue;
    return true;
  }

  /// True while another thread publishes an event that it published when `is_first`.
  bool awaits(bool is_first) noexcept {
    handler_lock const own{mutex_, true};
    if (!own) return true;
    bool is_waiting = false;
    for (auto* thread = threads_; thread != nullptr; thread = thread->next) {
      unsigned const now = thread == known() ? 0 : thread->publication();
      if (is_first) thread->awaited = now % 2 != 0 ? now : 0;
      is_waiting = is_waiting || (thread->awaited != 0 && thread->awaited == now);
    }
    return is_waiting;
  }

  [[gnu::noinline, gnu::cold]] thread_context* start_unnamed(std::int64_t now) noexcept {
    if (thread_context* const known = up_to_date(); known != nullptr) return known;
    if (start_first(now) != nullptr) free_retired();
    if (known() == nullptr) events_without_memory.fetch_add(1);
    return known();
  }
  // Without the heap: a signal handler that has interrupted the allocator may count.
  [[gnu::cold]] thread_context* start_first(std::int64_t now) noexcept {
    if (main_.load_relaxed() == &summing_thread::known_)
      return start(0, {}, this_process.origin.load_relaxed());
    this_early_thread.end_context = &end_early;
    return start(next_number_.fetch_add(1), this_early_thread.name, now);
  }
  [[gnu::cold]] static void end_early() noexcept;

  /// Adds the sums of a context that ends to those of the ended ones, and gives the room of its
  /// distributions back. The caller holds the mutex and has a context.
  [[gnu::cold]] void keep_sums(thread_context& thread) noexcept {
    if (ended_ == nullptr) ended_ = reentrant_memory::make<sum_store>();
    if (ended_ == nullptr || !ended_->fold(thread.sums)) this_process.misuse.sum.fetch_add(1);
    thread.sums.release();
  }

  /// Ends a context that the calling thread has just given up. The caller holds the mutex.
  [[gnu::cold]] void retire(thread_context* thread) noexcept {
    recorder_hooks::call(hooks_of_recorder.leave_thread);
    unlink(thread);
    thread->next = retired_;
    retired_ = thread;
  }

  /// Frees the contexts of threads that have ended before. The caller has a context, or runs alone.
  [[gnu::cold]] void free_retired() noexcept {
    // The program's allocator may begin and end contexts in each call; the next thread frees them.
    static thread_local constinit bool is_freeing = false;
    if (is_freeing) return;
    errno_guard const guard;
    is_freeing = true;
    thread_context* thread = nullptr;
    if (handler_lock const own{mutex_, true}; own) thread = exchange(retired_, nullptr);
    while (thread != nullptr) reentrant_memory::destroy(exchange(thread, thread->next));
    is_freeing = false;
  }

  void unlink(thread_context* thread) noexcept {
    (thread->previous != nullptr ? thread->previous->next : threads_) = thread->next;
    if (thread->next != nullptr) thread->next->previous = thread->previous;
  }

  /// exit() would destroy a thread_local object before it runs the handlers that still trace.
  void watch_end(thread_context* thread) noexcept {
    if (!has_key_) has_key_ = key_.create(&end_of_thread);
    if (has_key_) key_.set(thread);
  }
  /// The key holds the context, because emulated thread_local objects are freed by a key, too.
  static void end_of_thread(void* context) noexcept;

  mutex mutex_;
  atomic<unsigned> next_number_{1};
  atomic<summing_thread* const*> main_{nullptr};  ///< where the main thread keeps its context
  atomic<unsigned> pauses_{0};                    ///< of tracing, while a session was open
  atomic<unsigned> restarts_of_sums_{0};
  thread_context* threads_ = nullptr;
  thread_context* retired_ = nullptr;  ///< ended; the next thread to begin or end frees them
  sum_store* ended_ = nullptr;
  thread_end key_{};
  bool has_key_ = false;
};

inline constinit thread_registry all_threads;
inline void thread_registry::end_of_thread(void* context) noexcept {
  if (thread_end::is_of_process()) return;
  summing_thread::known_ = static_cast<thread_context*>(context);
  if constexpr (thread_end::loses_objects) recorder_hooks::call(hooks_of_recorder.leave_thread);
  all_threads.end();
}
inline void thread_registry::end_early() noexcept {
  if (known() != nullptr && !known()->is_main() && !known()->is_in_use()) all_threads.end();
}

}}}  // namespace trace2::v0::detail
