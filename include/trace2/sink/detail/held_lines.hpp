// The lines that a thread holds back for a sink, so that many lines take one system call. They
// belong to their thread, but any thread may deliver them: at the end of the process, before a
// fork, or because they were held for long enough.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/aligned_memory.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/bounded_lock.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/thread_end.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// One thread's lines for one sink. Made at the thread's first line, used again by later threads,
/// and never freed: as many exist as threads have traced, or were being delivered, at the same
/// time.
///
/// Threads: any may `deliver`, and the owner alone may `add`. Adding takes no lock: a delivery
/// leaves the lines where they are. Only the owner makes room, under the lock, when no more lines
/// fit.
class alignas(64) held_lines {
 public:
  /// To be called first. From then on lines are delivered when their thread ends and before a fork.
  static void watch() noexcept {
    if (is_watched_.exchange(true)) return;
    watch_forks();
    at_fork([] { deliver_each([](held_lines const&) { return true; }); }, &begin_child);
    // A thread_local object would end before the exit handlers, which still trace.
    has_key_.store_release(key_.create(&end_thread));
  }

  /// The lines that the calling thread holds for a sink; null before its first lines.
  static held_lines* find(sink const& to) noexcept {
    for (held_lines* each = first_of_thread_; each != nullptr; each = each->next_of_thread_)
      if (each->to_.load_relaxed() == &to) [[likely]]
        return each;
    return nullptr;
  }
  /// The same; null when memory ran out.
  static held_lines* of_this_thread(sink& to, std::size_t capacity) noexcept {
    held_lines* const lines = find(to);
    return lines != nullptr ? lines : acquire(to, capacity);
  }

  /// Holds lines, if they fit.
  bool add_in_room(std::string_view lines) noexcept {
    std::size_t const size = size_.load_relaxed();
    if (lines.size() > limit_ - size || !is_own()) [[unlikely]]
      return false;
    append(size, lines);
    return true;
  }
  /// Holds lines, or delivers them if they don't fit. False when another thread was busy with the
  /// lines of this one for too long.
  bool add(std::string_view lines) noexcept {
    return add_in_room(lines) || (make_room() && add_to_empty(lines));
  }

  /// Delivers the lines that all threads hold for a sink, but those of threads that other threads
  /// are busy with for longer than `longest_wait` in all. Also in a signal handler.
  static void deliver_all(sink const& to) noexcept {
    deliver_each([&](held_lines const& held) { return held.to_.load_relaxed() == &to; });
  }
  /// Delivers the calling thread's lines, and those of other threads unless one of these is
  /// delivering them or time runs out. Lines that stay held are the first of the next call.
  [[gnu::noinline]] static void deliver_in_time(sink const& to) noexcept {
    std::int64_t const deadline = lock::deadline();
    held_lines* const own = find(to);
    if (own != nullptr) own->deliver(deadline);
    held_lines* const turn = next_turn_.load_acquire();
    held_lines* const begin = turn != nullptr ? turn : first_.load_acquire();
    for (held_lines* each = begin; each != nullptr;) {
      if (each != own && each->to_.load_relaxed() == &to && each->has_lines()) {
        if (sink_system::monotonic_nanoseconds() >= deadline) return next_turn_.store_release(each);
        each->deliver(0);
      }
      each = each->next_ != nullptr ? each->next_ : first_.load_acquire();
      if (each == begin) break;
    }
  }

  /// Delivers the lines for a sink that is about to end; then nobody holds lines for it any more.
  /// False if another thread is busy with some of them for too long: the sink must not end yet.
  [[gnu::cold]] static bool forget(sink const& to) noexcept {
    bool is_done = true;
    for_each([&](held_lines& each) {
      if (each.to_.load_acquire() == &to) is_done = each.leave(to) && is_done;
    });
    return is_done;
  }
  /// For a sink that ends all the same: lines that `forget` has left are written nowhere.
  [[gnu::cold]] static void abandon(sink& to) noexcept {
    for_each([&](held_lines& each) { each.to_.compare_exchange(&to, nullptr); });
  }

 private:
  using lock = basic_bounded_lock<>;

  explicit held_lines(std::size_t capacity) noexcept : capacity_{capacity} {}

  char* memory() noexcept { return reinterpret_cast<char*>(this + 1); }

  /// False for lines that were held before a fork: the parent delivers them.
  bool is_own() const noexcept { return process_ == fork_count::current(); }

  /// Behind the first `size` bytes.
  void append(std::size_t size, std::string_view lines) noexcept {
    std::memcpy(memory() + size, lines.data(), lines.size());
    size_.store_release(size + lines.size());
  }
  bool add_to_empty(std::string_view lines) noexcept {
    lines.size() > limit_ ? to_.load_relaxed()->write(lines) : append(0, lines);
    return true;
  }

  [[gnu::noinline]] bool make_room() noexcept {
    lock_attempt const turn{lock_};
    if (turn) deliver_held(), process_ = fork_count::current(), clear();
    return static_cast<bool>(turn);
  }
  // In this order, so that a signal handler that comes in between finds no lines to deliver.
  void clear() noexcept {
    size_.store_release(0);
    delivered_.store_release(0);
  }

  [[gnu::noinline]] void deliver_held() noexcept {
    std::size_t const begin = delivered_.load_relaxed();
    std::size_t const end = size_.load_acquire();
    sink* const to = to_.load_relaxed();
    if (begin >= end || to == nullptr || !is_own()) return;
    // Before the write, so that a signal handler that comes in between doesn't repeat the lines.
    if (delivered_.compare_exchange(begin, end)) to->write(view_of(memory() + begin, end - begin));
  }

  bool has_lines() const noexcept { return size_.load_relaxed() != delivered_.load_relaxed(); }

  static void deliver_each(auto const& is_meant) noexcept {
    for_each([&, deadline = lock::deadline()](held_lines& each) {
      if (is_meant(each)) each.deliver(deadline);
    });
  }
  void deliver(std::int64_t deadline = lock::deadline()) noexcept {
    lock_attempt const turn{lock_, deadline};
    // Without the lock in a signal handler that has interrupted its own thread: complete lines may
    // go then.
    if (turn || is_of_this_thread()) deliver_held();
    if (turn && is_left_.load_acquire()) release();
  }

  /// Delivers the lines and holds none for this sink any more. False without the lock: who has it
  /// may be writing to the sink.
  bool leave(sink const& to) noexcept {
    lock_attempt const turn{lock_};
    if (!turn) return false;
    if (to_.load_relaxed() != &to) return true;  // lines of another thread, by now
    deliver_held();
    if (is_left_.load_acquire())
      release();
    else
      to_.store_release(nullptr);
    return true;
  }

  /// Leaves the memory to a later thread. Under the lock, so that no delivery mixes the sizes of
  /// the lines of both.
  void release() noexcept {
    deliver_held();  // the thread may have added lines during the delivery before
    clear();
    // The thread that ends the sink sees that this one has used it.
    to_.store_release(nullptr);
    is_left_.store_relaxed(false);
    user_.store_release(nobody);
  }

  bool is_of_this_thread() const noexcept {
    held_lines const* each = first_of_thread_;
    while (each != nullptr && each != this) each = each->next_of_thread_;
    return each != nullptr;
  }

  template <class Visit>
  static void for_each(Visit&& visit) noexcept {
    for (held_lines* each = first_.load_acquire(); each != nullptr; each = each->next_)
      visit(*each);
  }

  [[gnu::noinline, gnu::cold]] static held_lines* acquire(sink& to, std::size_t capacity) noexcept {
    if (held_lines* const own = find_own(capacity); own != nullptr) {
      own->limit_ = capacity;
      own->to_.store_release(&to);
      return own;
    }
    held_lines* const unused = find_unused(capacity);
    held_lines* const lines = unused != nullptr ? unused : make(capacity);
    if (lines == nullptr) return nullptr;
    lines->limit_ = capacity;
    lines->to_.store_release(&to);
    lines->next_of_thread_ = first_of_thread_;
    first_of_thread_ = lines;
    if (has_key_.load_acquire()) key_.set(lines);
    return lines;
  }

  /// Memory of this thread whose sink has ended: threads don't collect memory with sinks.
  static held_lines* find_own(std::size_t capacity) noexcept {
    for (held_lines* each = first_of_thread_; each != nullptr; each = each->next_of_thread_) {
      if (each->to_.load_acquire() != nullptr || each->capacity_ < capacity) continue;
      lock_attempt const turn{each->lock_};
      if (!turn) continue;
      each->clear();
      return each;
    }
    return nullptr;
  }

  [[gnu::cold]] static held_lines* find_unused(std::size_t capacity) noexcept {
    held_lines* each = first_.load_acquire();
    while (each != nullptr && !(each->capacity_ >= capacity && each->take_over()))
      each = each->next_;
    return each;
  }
  /// False while a thread of this process uses the memory. In the child of a fork that of the
  /// parent's other threads is free, with the lines that the parent delivers.
  bool take_over() noexcept {
    unsigned const user = user_.load_acquire();
    unsigned const own = fork_count::current();
    if (user == own) return false;
    // A delivery may be about to release the memory of a parent's thread that had ended.
    lock_attempt const turn{lock_, 0};
    if (!turn || !user_.compare_exchange(user, own)) return false;
    is_left_.store_relaxed(false);
    clear();
    return true;
  }
  /// In the child of a fork, where the calling thread is the only one.
  static void begin_child() noexcept {
    for (held_lines* each = first_of_thread_; each != nullptr; each = each->next_of_thread_)
      each->user_.store_relaxed(fork_count::current());
  }

  [[gnu::cold]] static held_lines* make(std::size_t capacity) noexcept {
    // Aligned, because threads that write to the same cache line slow each other down.
    constexpr std::size_t line = alignof(held_lines);
    void* const memory =
        allocate_aligned(line, (sizeof(held_lines) + capacity + line - 1) / line * line);
    if (memory == nullptr) return nullptr;
    auto* const lines = ::new (memory) held_lines{capacity};
    do lines->next_ = first_.load_relaxed();
    while (!first_.compare_exchange(lines->next_, lines));
    return lines;
  }

  /// `first` is that of the thread, which emulated thread_local objects may have forgotten by now.
  [[gnu::cold]] static void end_thread(void* first) noexcept {
    first_of_thread_ = static_cast<held_lines*>(first);
    while (held_lines* const lines = first_of_thread_) {
      first_of_thread_ = lines->next_of_thread_;
      // If another thread is busy with the lines for too long, that one releases the memory.
      lines->is_left_.store_release(true);
      lines->deliver();
    }
  }

  static inline constinit atomic<bool> is_watched_{false};
  static inline constinit atomic<bool> has_key_{false};
  static inline constinit thread_end key_{};
  static inline constinit atomic<held_lines*> first_{nullptr};
  static inline constinit atomic<held_lines*> next_turn_{nullptr};  ///< see deliver_in_time
  static inline constinit thread_local held_lines* first_of_thread_ = nullptr;

  static constexpr unsigned nobody = 0;
  lock lock_;
  atomic<sink*> to_{nullptr};
  atomic<std::size_t> size_{0};       ///< of the lines held, delivered ones included
  atomic<std::size_t> delivered_{0};  ///< number of their bytes that were delivered
  std::size_t const capacity_;
  std::size_t limit_ = 0;  ///< the part of the capacity that the present sink wants
  unsigned process_ = fork_count::current();
  atomic<unsigned> user_{fork_count::current()};  ///< the process of its thread, or `nobody`
  atomic<bool> is_left_{false};  ///< the thread has ended
  held_lines* next_ = nullptr;
  held_lines* next_of_thread_ = nullptr;
};

}}}  // namespace trace2::v0::detail
