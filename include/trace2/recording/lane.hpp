// Lanes, chunk source and lane pool. A lane is a sequence of chunks in which one thread at a time
// records. The chunk source takes chunks from the file. The pool owns all lanes.
#pragma once

#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_file.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

enum class mode : std::uint8_t {
  grow,  ///< keeps everything until the file is as large as it may be
  ring   ///< each thread overwrites its oldest records
};

struct recorder_options {
  mode kind = mode::grow;
  std::uint64_t size = 0;  ///< bytes of the file; of a ring: bytes for each thread
};

/// Takes chunks from the file and makes them visible to readers.
struct chunk_source {
  mapped_file& from;
  mode kind;
  std::size_t ring_chunk;  ///< size of all chunks in a ring
  std::uint64_t serial = 0;

  void reveal(chunk_header& chunk, chunk_kind what) noexcept {
    chunk.kind = what;
    std::memcpy(chunk.magic, chunk_magic, sizeof chunk_magic);
    __atomic_store_n(&chunk.serial, ++serial, __ATOMIC_RELEASE);
  }
};

/// The chunks of one thread at a time. The caller holds the recorder's mutex. The thread works on
/// copies of `end` and `room` in its cursor.
class lane {
 public:
  static constexpr std::size_t smallest_chunk = 4 * granule;
  static constexpr std::size_t usual_chunk = 64 * granule;
  static constexpr unsigned most_chunks = 8;  ///< in a ring
  static constexpr std::size_t header_words = sizeof(chunk_header) / word;

  /// The size of each chunk in a ring of `size` bytes.
  static constexpr std::size_t chunk_of_ring(std::size_t size) noexcept {
    std::size_t const chunk = size / most_chunks / granule * granule;
    return chunk < smallest_chunk ? smallest_chunk : chunk > largest_chunk ? largest_chunk : chunk;
  }

  static std::uint64_t* words(chunk_header& chunk) noexcept {
    return reinterpret_cast<std::uint64_t*>(&chunk);
  }

  /// Takes a new chunk; a full ring overwrites its oldest one. False when no chunk has room for a
  /// record of `words_needed` words.
  bool advance(chunk_source& chunks, std::size_t words_needed) noexcept {
    std::size_t const least =
        ((words_needed + header_words) * word + granule - 1) / granule * granule;
    chunk_header* const chunk =
        chunks.kind == mode::ring ? next_of_ring(chunks, least) : next_grown(chunks, least);
    if (chunk == nullptr) return false;
    chunks.reveal(*chunk, chunk_kind::events);
    end = words(*chunk) + chunk->size / word;
    room = chunk->size / word - header_words;
    return true;
  }

  void trim(mapped_file& from) const noexcept {
    if (count_ != 0) from.trim(*chunks_[newest_], end - room);
  }

  /// Unmaps the chunks. Nobody records in the lane afterwards.
  void let_go() noexcept {
    end = nullptr;
    room = 0;
    while (count_ != 0) mapped_file::let_go(*chunks_[--count_]);
  }

  std::uint64_t* end = nullptr;  ///< of the current chunk; stale while a thread records there
  std::size_t room = 0;          ///< words left in front of `end`
  lane* next = nullptr;          ///< in the list of free lanes
  lane* older = nullptr;         ///< in the list of all lanes

 private:
  /// The first chunks are small, for programs and threads that record little.
  chunk_header* next_grown(chunk_source& chunks, std::size_t least) noexcept {
    if (least > largest_chunk) return nullptr;
    std::size_t size = taken_ == 0   ? smallest_chunk
                       : taken_ == 1 ? 4 * smallest_chunk
                                     : usual_chunk;
    if (size < least) size = least;
    chunk_header* taken = chunks.from.take(size);
    if (taken == nullptr && size != least) taken = chunks.from.take(least);
    if (taken == nullptr) return nullptr;
    // The exchange comes before `let_go`: a child that is forked now unmaps the chunks it finds
    // here.
    chunk_header* const full = std::exchange(chunks_[0], taken);
    if (count_ != 0) mapped_file::let_go(*full);
    count_ = 1;
    ++taken_;
    return taken;
  }

  chunk_header* next_of_ring(chunk_source& chunks, std::size_t least) noexcept {
    if (least > chunks.ring_chunk) return nullptr;
    if (count_ < most_chunks)
      if (chunk_header* const taken = chunks.from.take(chunks.ring_chunk); taken != nullptr) {
        newest_ = count_++;
        return chunks_[newest_] = taken;
      }
    if (count_ == 0) return nullptr;
    newest_ = (newest_ + 1) % count_;
    chunk_header& oldest = *chunks_[newest_];
    // A reader must not mistake new records for old ones, so this store must come before theirs.
    // The barrier is no fence of __atomic, because the thread sanitizer doesn't know those.
    __atomic_store_n(&oldest.serial, std::uint64_t{0}, __ATOMIC_RELAXED);
    __sync_synchronize();
    std::memset(words(oldest) + header_words, 0, oldest.size - sizeof oldest);
    return &oldest;
  }

  chunk_header* chunks_[most_chunks]{};
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
      spare_ = static_cast<lane*>(mapped_system::map_memory(granule));
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
