// The cursor of a thread: the place in a chunk where it stores its next record, and the context that
// a chunk must show of the thread.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/process/thread.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

class lane;
class recorder;

/// Of a thread without a context. Without room, so that nobody writes to it.
inline constexpr basic_buffer<std::int64_t> no_regions;

/// Only its thread uses it. `room` is 0 while it is in use, so that a signal handler that emits
/// events meanwhile leaves it alone, and for a thread that has no chunk.
struct cursor {
  std::uint64_t* end = nullptr;  ///< of the chunk
  std::size_t room = 0;          ///< words in front of it, the last of which stays free
  std::int64_t anchor = 0;       ///< ticks that the times of short records count from
  std::uint64_t span = 0;        ///< ticks for which they may
  recorder* owner = nullptr;     ///< whose chunk it is
  unsigned pieces = 0;           ///< number of pieces of the clock's scale that the chunk knows of
  /// Beginnings of the thread's open regions; never null.
  basic_buffer<std::int64_t>* regions = const_cast<basic_buffer<std::int64_t>*>(&no_regions);

  lane* place = nullptr;
  std::string_view name{};
  std::uint32_t thread = 0;  ///< number in the recording; 0: none yet

  bool is_in_use() const noexcept { return is_used_; }

  /// Shows the context that the calling thread has by now, if it has one.
  void show_context() noexcept {
    thread_context* const context = thread_registry::known();
    if (context == nullptr) return;
    name = context->name();
    regions = &context->regions();
  }
  void hide_context() noexcept {
    name = {};
    regions = const_cast<basic_buffer<std::int64_t>*>(&no_regions);
  }

  /// Times of short records count from here on, until the clock is to be looked after, or they have
  /// no room.
  void count_from(std::int64_t now, std::int64_t time_to_keep) noexcept {
    constexpr std::int64_t shortest = std::int64_t{1} << 20;
    constexpr std::int64_t longest = 0xffffffff;
    anchor = now;
    span = static_cast<std::uint64_t>(time_to_keep < shortest  ? shortest
                                      : time_to_keep > longest ? longest
                                                               : time_to_keep);
  }

  /// The chunk is not the thread's any more.
  void forget() noexcept {
    end = nullptr;
    room = 0;
    owner = nullptr;
    place = nullptr;
    thread = 0;
  }

  /// Holds the cursor, unless code that a signal has interrupted holds it already.
  class use;

 private:
  bool is_used_ = false;
};

class [[nodiscard]] cursor::use {
 public:
  explicit use(cursor& held) noexcept
      : cursor_{held}, is_held_{!held.is_used_ && (held.end == nullptr || held.room != 0)} {
    if (!is_held_) return;
    cursor_.is_used_ = true;
    room = cursor_.room;
    cursor_.room = 0;
  }
  use(use const&) = delete;
  use& operator=(use const&) = delete;
  ~use() {
    if (!is_held_) return;
    cursor_.room = room;
    cursor_.is_used_ = false;
  }
  explicit operator bool() const noexcept { return is_held_; }

  /// Stores a record for which there is room.
  void store(std::string_view record) noexcept {
    store_record(cursor_.end - room, record);
    room -= record.size() / word;
  }

  std::size_t room = 0;  ///< takes the place of the cursor's

 private:
  cursor& cursor_;
  bool is_held_;
};

/// Constant-initialised, so that using it needs no call.
inline constinit thread_local cursor this_cursor{};

}}}}  // namespace trace2::v0::detail::recording
