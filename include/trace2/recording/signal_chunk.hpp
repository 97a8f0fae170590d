// Room for the events of signal handlers: a chunk that only they store in. A handler thus records
// whatever it has interrupted, also a thread that is storing a record or taking a chunk.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/recording/chunk_preamble.hpp>
#include <trace2/recording/chunk_source.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/record_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Threads: any may call `store`, also in a signal handler; the other functions one at a time.
class signal_chunk {
 public:
  /// Takes the chunk, unless there is one.
  void make(chunk_source& chunks) noexcept {
    if (chunk_) return;
    if (mapped_chunk const taken = chunks.from.take(granule); taken) {
      chunk_ = taken;
      chunks.reveal(chunk_, chunk_kind::events);
      room_ = chunk_.room();
      is_taken_.store_release(false);
    }
  }

  /// Stores a record of the calling thread, which gets a number of its own for it: thus a reader
  /// puts the record in its place by its time, wherever the other records of the thread are. False
  /// when there is no room, or another thread stores at this moment.
  [[gnu::cold]] bool store(std::string_view record, std::uint32_t thread_number) noexcept {
    if (is_taken_.exchange(true)) return false;
    cursor here;
    here.thread = thread_number;
    thread_context const* const context = thread_registry::known();
    here.name = context == nullptr ? "unknown" : context->name();
    // The interrupted code may be changing the list of regions. The event tells their number.
    preamble const begin{here, clock::now()};
    bool const has_room = room_ > begin.words() + record.size() / word;
    if (has_room) {
      begin.for_each([this](std::string_view piece) { put(piece); });
      put(record);
    }
    is_taken_.store_release(false);
    return has_room;
  }

  /// False: there is no chunk, or none any more.
  mapped_chunk const& chunk() const noexcept { return chunk_; }
  bool is_intact() const noexcept { return !chunk_ || chunk_.is_intact(); }
  /// Unmaps the chunk, if there is one; gives the rest of it back to the disk if `is_whole`. False
  /// for a chunk in which a thread stores at this moment: it stays, until a later call.
  bool end(mapped_file& from, bool is_whole) noexcept {
    if (is_taken_.exchange(true)) return !chunk_;
    if (is_whole) from.trim(chunk_, chunk_.end() - room_);
    mapped_file::let_go(chunk_);
    return true;
  }

 private:
  [[gnu::noinline]] void put(std::string_view record) noexcept {
    std::size_t const words = record.size() / word;
    if (room_ <= words) return;
    store_record(chunk_.end() - room_, record);
    room_ -= words;
  }

  atomic<bool> is_taken_{true};  ///< by a thread that stores, or because there is no chunk
  mapped_chunk chunk_;
  std::size_t room_ = 0;
};

}}}}  // namespace trace2::v0::detail::recording
