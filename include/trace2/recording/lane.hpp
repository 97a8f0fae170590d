// Lanes, chunk source and lane pool. A lane is a sequence of chunks in which one thread at a time
// records. The chunk source takes chunks from the file. The pool owns all lanes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/lazy_memory.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_file.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

enum class recording_mode : std::uint8_t {
  grow,  ///< keeps everything until the file is as large as it may be
  ring   ///< each thread overwrites its oldest records
};

struct recorder_options {
  recording_mode mode = recording_mode::grow;
  std::uint64_t size = 0;  ///< bytes of the file; of a ring: bytes for each thread

  /// The largest size that the file may reach.
  std::size_t most_bytes() const noexcept {
    constexpr std::size_t least = header_size + 16 * granule;
    constexpr std::size_t address_room = std::size_t{16} << 30;
    // The number of threads is unknown; only the chunks in use are reserved on the disk.
    if (mode == recording_mode::ring) return address_room;
    auto const wanted = static_cast<std::size_t>(size);
    return wanted < least ? least : wanted / granule * granule;
  }
};

/// Takes chunks from the file and makes them visible to readers.
struct chunk_source {
  mapped_file& from;
  recording_mode mode;
  std::size_t ring_chunk;  ///< size of all chunks in a ring
  std::uint64_t serial = 0;

  void reveal(mapped_chunk& chunk, chunk_kind what) noexcept { chunk.reveal(what, ++serial); }
};

/// The chunks of one thread at a time. The caller holds the recorder's mutex. The thread works on
/// copies of `end` and `room` in its cursor.
class lane {
 public:
  static constexpr std::size_t smallest_chunk = 4 * granule;
  static constexpr std::size_t usual_chunk = 64 * granule;
  static constexpr unsigned most_chunks = 8;  ///< in a ring

  /// The size of each chunk in a ring of `size` bytes.
  static constexpr std::size_t chunk_of_ring(std::size_t size) noexcept {
    std::size_t const chunk = size / most_chunks / granule * granule;
    return chunk < smallest_chunk ? smallest_chunk : chunk > largest_chunk ? largest_chunk : chunk;
  }

  /// Takes a new chunk; a full ring overwrites its oldest one. False when no chunk has room for a
  /// record of `words_needed` words.
  bool advance(chunk_source& chunks, std::size_t words_needed) noexcept {
    std::size_t const least =
        ((words_needed + mapped_chunk::header_words) * word + granule - 1) / granule * granule;
    if (!is_intact()) return chunks.from.give_up(), false;
    mapped_chunk* const chunk = chunks.mode == recording_mode::ring ? next_of_ring(chunks, least)
                                                                    : next_grown(chunks, least);
    if (chunk == nullptr) return false;
    chunks.reveal(*chunk, chunk_kind::events);
    end = chunk->end();
    room = chunk->room();
    return true;
  }

  bool is_intact() const noexcept { return count_ == 0 || chunks_[newest_].is_intact(); }
  void trim(mapped_file& from) const noexcept {
    if (count_ != 0) from.trim(chunks_[newest_], end - room);
  }

  /// Unmaps the chunks. Nobody records in the lane afterwards.
  void let_go() noexcept {
    end = nullptr;
    room = 0;
    while (count_ != 0) mapped_file::let_go(chunks_[--count_]);
    newest_ = 0;
  }

  std::uint64_t* end = nullptr;  ///< of the current chunk; stale while a thread records there
  std::size_t room = 0;          ///< words left in front of `end`
  lane* next = nullptr;          ///< in the list of free lanes
  lane* older = nullptr;         ///< in the list of all lanes

 private:
  /// The first chunks are small, for programs and threads that record little.
  mapped_chunk* next_grown(chunk_source& chunks, std::size_t least) noexcept {
    if (least > largest_chunk) return nullptr;
    std::size_t size = taken_ == 0   ? smallest_chunk
                       : taken_ == 1 ? 4 * smallest_chunk
                                     : usual_chunk;
    if (size < least) size = least;
    mapped_chunk taken = chunks.from.take(size);
    if (!taken && size != least) taken = chunks.from.take(least);
    if (!taken) return nullptr;
    // The exchange comes before `let_go`: a child that is forked now unmaps the chunks it finds
    // here.
    mapped_chunk full = std::exchange(chunks_[0], taken);
    mapped_file::let_go(full);
    count_ = 1;
    ++taken_;
    return &chunks_[0];
  }

  mapped_chunk* next_of_ring(chunk_source& chunks, std::size_t least) noexcept {
    if (least > chunks.ring_chunk) return nullptr;
    if (count_ < most_chunks)
      if (mapped_chunk const taken = chunks.from.take(chunks.ring_chunk); taken) {
        chunks_[count_] = taken;
        newest_ = count_++;
        return &chunks_[newest_];
      }
    if (count_ == 0 || !chunks.from.check()) return nullptr;
    newest_ = (newest_ + 1) % count_;
    chunks_[newest_].clear();
    return &chunks_[newest_];
  }

  mapped_chunk chunks_[most_chunks];
  unsigned count_ = 0;
  unsigned newest_ = 0;
  unsigned taken_ = 0;
};

/// All lanes of a recorder. A lane serves one thread after the other. Lifetime: the process.
class lane_pool {
 public:
  /// Returns the lane that has been free for longest, or a new one while at most `kept` lanes are
  /// free.
  lane* take(unsigned kept) noexcept {
    if (free_count_ <= kept) return make();
    lane* const oldest = oldest_;
    oldest_ = oldest->next;
    --free_count_;
    return oldest;
  }

  void give_back(lane& ended) noexcept {
    ended.next = nullptr;
    (free_count_ == 0 ? oldest_ : newest_->next) = &ended;
    newest_ = &ended;
    ++free_count_;
  }

  void for_each_free(auto const& use) noexcept {
    for (lane* ended = free_count_ == 0 ? nullptr : oldest_; ended != nullptr; ended = ended->next)
      use(*ended);
  }
  void for_each(auto const& use) noexcept {
    for (lane* each = latest_; each != nullptr; each = each->older) use(*each);
  }

 private:
  /// Not from the heap: a signal handler may have interrupted the program inside malloc.
  lane* make() noexcept {
    if (spare_count_ == 0) {
      spare_ = static_cast<lane*>(map_zeros(granule));
      if (spare_ == nullptr) return nullptr;
      spare_count_ = granule / sizeof(lane);
    }
    auto* const made = ::new (spare_ + --spare_count_) lane;
    made->older = latest_;
    return latest_ = made;
  }

  lane* oldest_ = nullptr;
  lane* newest_ = nullptr;
  unsigned free_count_ = 0;
  lane* latest_ = nullptr;
  lane* spare_ = nullptr;
  std::size_t spare_count_ = 0;
};

}}}}  // namespace trace2::v0::detail::recording
