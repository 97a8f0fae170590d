// The definitions of a recording: schemas, sites and pieces of the clock's scale. Events refer to
// them by number. Definitions have chunks of their own.
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/recording/chunk_preamble.hpp>
#include <trace2/recording/lane.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Threads: one at a time.
class definitions {
 public:
  /// Stores the record of a definition. False when there is no room.
  bool add(chunk_source& chunks, std::string_view record) noexcept {
    std::size_t const needed = record.size() / word;
    if (needed == 0 || !chunks.from.is_open()) return false;
    if (needed >= room_ && !begin_chunk(chunks, record.size())) return false;
    store_record(end_ - room_, record);
    room_ -= needed;
    return true;
  }

  /// Returns the number of a definition. A definition without a number gets the next one, valid in
  /// all recordings of the process, and is stored. 0 when there is no room.
  std::uint32_t number_of(chunk_source& chunks, atomic<std::uint32_t>& number,
                          record_writer& definition) noexcept {
    if (std::uint32_t const known = number.load_relaxed(); known != 0) return known;
    std::uint32_t const given = last_number_.load_relaxed() + 1;
    if (given > largest_number) return 0;
    // This store comes first: a child that is forked now may adopt the definition, and must not
    // give its number to another one.
    last_number_.store_release(given);
    if (!add(chunks, definition.finish(given))) return last_number_.store_relaxed(given - 1), 0;
    number.store_release(given);
    return given;
  }

  /// Copies the definitions of the recording before this one, so that their numbers stay valid. A
  /// definition with a larger number than this process has given is the parent's: it was made after
  /// the fork, in the recording with which the parent goes on.
  void adopt(chunk_source& chunks, definitions const& before) noexcept {
    std::uint32_t const last = last_number_.load_relaxed();
    for (chunk_header* const chunk : before.chunks_) {
      std::uint64_t const* const end = lane::words(*chunk) + chunk->size / word;
      std::uint64_t head = 0;
      for (auto const* at = lane::words(*chunk) + lane::header_words;
           at < end && (head = __atomic_load_n(at, __ATOMIC_ACQUIRE)) != 0; at += words_of(head))
        if ((kind_of(head) == kind::schema || kind_of(head) == kind::site) &&
            upper_of(head) <= last)
          add(chunks, {reinterpret_cast<char const*>(at), words_of(head) * word});
    }
  }

  /// Adds the pieces of the clock's scale that exist so far. Later pieces stand in the chunks of
  /// the events that need them, so that a ring overwrites both together.
  void add_clock(chunk_source& chunks) noexcept {
    for_each_piece(0, [&](std::string_view record) { add(chunks, record); });
  }

  void trim(mapped_file& from) noexcept {
    if (!chunks_.empty()) from.trim(*chunks_.back(), end_ - room_);
  }

  /// Unmaps the chunks. Nobody adds or adopts a definition afterwards.
  void let_go() noexcept {
    for (chunk_header* const chunk : chunks_) mapped_file::let_go(*chunk);
    chunks_.clear();
    room_ = 0;
  }

 private:
  static constexpr std::size_t first_size = 3 * granule;
  static constexpr std::size_t further_size = 16 * granule;

  bool begin_chunk(chunk_source& chunks, std::size_t record_size) noexcept {
    std::size_t const size = chunks_.empty() ? first_size : further_size;
    if (record_size > size / 2 || !chunks_.reserve(1)) return false;
    chunk_header* const chunk = chunks.from.take(size);
    if (chunk == nullptr) return false;
    chunks_.push_back(chunk);
    chunks.reveal(*chunk, chunk_kind::definitions);
    end_ = lane::words(*chunk) + size / word;
    room_ = size / word - lane::header_words;
    return true;
  }

  static inline constinit atomic<std::uint32_t> last_number_{0};

  basic_buffer<chunk_header*> chunks_;
  std::uint64_t* end_ = nullptr;
  std::size_t room_ = 0;
};

}}}}  // namespace trace2::v0::detail::recording
