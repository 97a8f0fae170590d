// The cursor of a thread: the place in a chunk where the thread stores its next record, and a view
// of its context (name, open regions), from which the state records of chunks are written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/threads/region_stack.hpp>
#include <trace2/process/threads/thread.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

class lane;
class recorder;

/// The regions of a thread without a context. The buffer has no room, so that nobody writes to it.
inline constexpr region_stack no_regions;

/// Threads: only its owner. Signal handlers of the thread may record, too: code that uses the
/// cursor first takes `ready` away, and reads all other members afterwards. A handler that finds it
/// taken leaves the cursor alone; one that comes earlier leaves the cursor as good as it was.
struct cursor {
  /// The recorder that the chunk belongs to, while nobody uses the cursor; else null. Also null for
  /// a thread that has no chunk.
  recorder* ready = nullptr;
  std::uint64_t* end = nullptr;  ///< of the chunk
  std::size_t room = 0;          ///< words left in front of `end`; the last one stays free
  std::int64_t anchor = 0;       ///< ticks; short records hold the time since this moment
  std::uint64_t span = 0;        ///< ticks; short records may hold times below it
  recorder* owner = nullptr;     ///< the recorder that the chunk belongs to
  unsigned pieces = 0;           ///< number of pieces of the clock's scale that the chunk holds
  /// The open regions of the thread; never null.
  region_stack* regions = const_cast<region_stack*>(&no_regions);

  /// The number of the task that the thread runs; null without a context.
  std::uint64_t const* task = nullptr;

  lane* place = nullptr;
  std::string_view name{};
  std::uint32_t thread = 0;  ///< number of the thread in the recording; 0: none yet

  bool is_in_use() const noexcept { return is_used_ || (end != nullptr && ready == nullptr); }

  /// Takes the cursor for a few instructions. Precondition: no one else holds it.
  [[gnu::always_inline]] void take() noexcept {
    ready = nullptr;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  /// `to` is the owner of the chunk.
  [[gnu::always_inline]] void give_back(recorder* to) noexcept {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    ready = to;
  }

  /// Stores a record of one or two words, of the moment that `read_clock()` tells; then
  /// `stored(moment)`. False, and nothing done, when the chunk has no room or the clock needs
  /// attention. Precondition: no one holds the cursor.
  ///
  /// Takes the cursor, and only then looks where to store: a signal handler that records has done
  /// so before, or is refused.
  template <class... Values>
  [[gnu::always_inline]] bool store(kind what, std::uint32_t number, auto const& read_clock,
                                    auto const& stored, Values... values) noexcept {
    constexpr std::size_t needed = 1 + sizeof...(values);
    recorder* const to_give_back = ready;
    take();
    std::int64_t const now = read_clock();
    std::size_t const left = room;
    auto const time = static_cast<std::uint64_t>(now - anchor);
    if (left <= needed || time >= span) [[unlikely]] {
      give_back(owner);
      return false;
    }
    // Each word gets a store of its own: copying a struct just built would stall on store
    // forwarding.
    std::uint64_t* const to = end - left;
    if constexpr (needed != 1) to[1] = (values, ...);
    __atomic_store_n(to, short_head(what, number, time), __ATOMIC_RELEASE);
    room = left - needed;
    stored(now);
    give_back(to_give_back);
    return true;
  }

  /// Takes name and regions from the context of the calling thread, if it has one.
  void show_context() noexcept {
    thread_context* const context = thread_registry::known();
    if (context == nullptr) return;
    name = context->name();
    regions = &context->regions();
    task = &context->tasks.id();
  }
  void hide_context() noexcept {
    name = {};
    task = nullptr;
    regions = const_cast<region_stack*>(&no_regions);
  }

  /// Sets the moment from which the times of short records count. They do so until the clock needs
  /// attention, or until the time has no room in 32 bits.
  void count_from(std::int64_t now, std::int64_t time_to_keep) noexcept {
    constexpr std::int64_t shortest = std::int64_t{1} << 20;
    constexpr std::int64_t longest = 0xffffffff;
    anchor = now;
    span = static_cast<std::uint64_t>(time_to_keep < shortest  ? shortest
                                      : time_to_keep > longest ? longest
                                                               : time_to_keep);
  }

  /// Ends the use of the chunk: it belongs to another thread from now on.
  void forget() noexcept {
    ready = nullptr;
    end = nullptr;
    room = 0;
    owner = nullptr;
    place = nullptr;
    thread = 0;
  }

  /// Holds the cursor. Converts to false when interrupted code of the same thread holds it already.
  class use;

 private:
  bool is_used_ = false;
};

class [[nodiscard]] cursor::use {
 public:
  explicit use(cursor& held) noexcept : cursor_{held}, is_held_{!held.is_in_use()} {
    if (!is_held_) return;
    cursor_.is_used_ = true;
    cursor_.take();
    room = cursor_.room;
  }
  use(use const&) = delete;
  use& operator=(use const&) = delete;
  ~use() {
    if (!is_held_) return;
    cursor_.room = room;
    cursor_.give_back(cursor_.owner);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    cursor_.is_used_ = false;
  }
  explicit operator bool() const noexcept { return is_held_; }

  /// Stores a record. The caller has checked that there is room.
  void store(std::string_view record) noexcept {
    store_record(cursor_.end - room, record);
    room -= record.size() / word;
  }

  /// Ends the use of the chunk: it belongs to another thread from now on.
  void forget() noexcept {
    cursor_.forget();
    room = 0;
  }

  std::size_t room = 0;  ///< stands in for the `room` of the cursor

 private:
  cursor& cursor_;
  bool is_held_;
};

/// Constant-initialised, so that using it needs no call.
inline constinit thread_local cursor this_cursor{};

}}}}  // namespace trace2::v0::detail::recording
