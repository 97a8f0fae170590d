// A lane: a sequence of chunks in which one thread at a time records.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/lazy_memory.hpp>
#include <trace2/recording/chunk_source.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/recorder_options.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// The chunks of one thread at a time. The caller holds the recorder's mutex. The thread works on
/// copies of `end` and `room` in its cursor.
class lane {
 public:
  static constexpr std::size_t smallest_chunk = 4 * granule;
  static constexpr std::size_t usual_chunk = 64 * granule;
  static constexpr std::uint32_t small_ring = 8;  ///< number of its chunks
  /// In a ring: a thread that comes back to a chunk clears it while others may wait.
  static constexpr std::size_t largest_ring_chunk = std::size_t{16} << 20;

  /// The usual size of the next chunk of a growing file. A reader knows 250,000 chunks, so chunks
  /// grow with their file: then nearly a terabyte has no more of them.
  static constexpr std::size_t usual_chunk_of(std::size_t file) noexcept {
    constexpr std::size_t parts = 4096;
    constexpr std::size_t largest = 16 * usual_chunk;
    std::size_t usual = usual_chunk;
    while (usual < largest && usual < file / parts) usual *= 2;
    return usual;
  }

  /// The chunks of a ring of `size` bytes.
  static constexpr ring_shape shape_of_ring(std::uint64_t size) noexcept {
    constexpr std::uint64_t most = std::uint64_t{1} << 24;
    std::uint64_t const chunk = size / small_ring / granule * granule;
    if (chunk <= smallest_chunk) return {smallest_chunk, small_ring};
    if (chunk <= largest_ring_chunk) return {static_cast<std::size_t>(chunk), small_ring};
    std::uint64_t const count = size / largest_ring_chunk;
    return {largest_ring_chunk, static_cast<std::uint32_t>(count < most ? count : most)};
  }

  /// Takes a new chunk; a full ring overwrites its oldest one. False when no chunk has room for a
  /// record of `words_needed` words.
  [[gnu::cold]] bool advance(chunk_source& chunks, std::size_t words_needed) noexcept {
    std::size_t const least = mapped_chunk::size_for(words_needed);
    if (!is_intact()) return chunks.from.give_up(), false;
    mapped_chunk* const chunk = chunks.mode == recording_mode::ring ? next_of_ring(chunks, least)
                                                                    : next_grown(chunks, least);
    if (chunk == nullptr) return false;
    chunks.reveal(*chunk, chunk_kind::events);
    end = chunk->end();
    room = chunk->room();
    return true;
  }

  /// The chunk in which the next record comes; null: none yet.
  mapped_chunk const* newest() const noexcept {
    return count_ == 0 ? nullptr : &chunks_[newest_];
  }

  bool is_intact() const noexcept { return count_ == 0 || chunks_[newest_].is_intact(); }
  void trim(mapped_file& from) const noexcept {
    if (count_ != 0) from.trim(chunks_[newest_], end - room);
  }

  /// Finds the place behind the last record, which the thread can't tell any more.
  [[gnu::cold]] void find_room() noexcept {
    if (count_ == 0) return;
    end = chunks_[newest_].end();
    room = chunks_[newest_].room();
    while (room > 1 && *(end - room) != 0) {
      std::size_t const words = words_of(*(end - room));
      room = words == 0 || words >= room ? 0 : room - words;
    }
  }

  /// Unmaps the chunks. Nobody records in the lane afterwards.
  [[gnu::noinline, gnu::cold]] void let_go() noexcept {
    end = nullptr;
    room = 0;
    while (count_ != 0) mapped_file::let_go(chunks_[--count_]);
    mapped_chunk* const table = exchange(chunks_, few_);
    if (table != few_) unmap_zeros(table, most_ * sizeof *table);
    most_ = small_ring;
    newest_ = taken_ = spared_ = 0;
  }

  std::uint64_t* end = nullptr;  ///< of the current chunk; stale while a thread records there
  std::size_t room = 0;          ///< words left in front of `end`
  lane* next = nullptr;          ///< in the list of free lanes
  lane* older = nullptr;         ///< in the list of all lanes

 private:
  /// The first chunks are small, for programs and threads that record little. The others end at
  /// multiples of their usual size, where the large folios of file systems end, too.
  std::size_t next_size(std::size_t taken_from_file) const noexcept {
    if (taken_ == 0) return smallest_chunk;
    if (taken_ == 1) return 4 * smallest_chunk;
    std::size_t const usual = usual_chunk_of(taken_from_file);
    std::size_t const size = usual - taken_from_file % usual;
    return size < smallest_chunk ? size + usual : size;
  }

  mapped_chunk* next_grown(chunk_source& chunks, std::size_t least) noexcept {
    if (least > largest_chunk) return nullptr;
    mapped_chunk const taken = chunks.take(next_size(chunks.from.size()), least);
    if (!taken) return nullptr;
    // The exchange comes before `let_go`: a child that is forked now unmaps the chunks it finds
    // here.
    mapped_chunk full = exchange(chunks_[0], taken);
    mapped_file::let_go(full);
    count_ = 1;
    ++taken_;
    return &chunks_[0];
  }

  [[gnu::noinline, gnu::cold]] mapped_chunk* next_of_ring(chunk_source& chunks,
                                                          std::size_t least) noexcept {
    if (count_ == 0) return begin_ring(chunks, least);
    std::size_t const size = chunks_[0].size();
    if (least > size) return nullptr;
    if (count_ < most_)
      if (mapped_chunk const taken = chunks.from.take(size); taken) {
        chunks_[count_] = taken;
        newest_ = count_++;
        return &chunks_[newest_];
      }
    if (!chunks.from.check()) return nullptr;
    newest_ = (newest_ + 1) % count_;
    if (!spares_oldest(chunks)) {
      if (spared_ != 0) chunks.from.tell_jump();
      chunks_[newest_].clear();
    }
    return &chunks_[newest_];
  }

  /// Takes the first chunk, whose size all of them have: a smaller one than usual if the disk has
  /// no room for that.
  [[gnu::cold]] mapped_chunk* begin_ring(chunk_source& chunks, std::size_t least) noexcept {
    for (std::size_t size = chunks.ring.chunk; size >= least && size >= smallest_chunk;
         size = size / 2 / granule * granule)
      if (mapped_chunk const taken = chunks.from.take(size); taken) {
        make_table(chunks.ring.count);
        chunks_[0] = taken;
        count_ = 1;
        return &chunks_[0];
      } else if (chunks.from.refusal() == EINTR) {
        break;  // has held the program for long enough
      }
    return nullptr;
  }

  /// Makes room for the chunks of a large ring. Without memory the ring is a small one.
  [[gnu::cold]] void make_table(std::uint32_t count) noexcept {
    if (count <= most_) return;
    void* const table = map_zeros(count * sizeof(mapped_chunk));
    if (table == nullptr) return;
    chunks_ = static_cast<mapped_chunk*>(table);
    most_ = count;
  }

  /// Puts a new chunk in the place of the oldest one of a ring that is kept. At most as many as a
  /// ring has: a full disk, or more events, overwrite the oldest chunk as ever.
  [[gnu::cold]] bool spares_oldest(chunk_source& chunks) noexcept {
    if (!chunks.is_kept.load_acquire() || spared_ == most_) return false;
    mapped_chunk const taken = chunks.from.take(chunks_[newest_].size());
    if (!taken) return false;
    mapped_chunk full = exchange(chunks_[newest_], taken);
    mapped_file::let_go(full);
    ++spared_;
    return true;
  }

  mapped_chunk few_[small_ring];
  mapped_chunk* chunks_ = few_;
  std::uint32_t most_ = small_ring;  ///< for which `chunks_` has room
  std::uint32_t count_ = 0;
  std::uint32_t newest_ = 0;
  std::uint32_t taken_ = 0;
  std::uint32_t spared_ = 0;
};

}}}}  // namespace trace2::v0::detail::recording
