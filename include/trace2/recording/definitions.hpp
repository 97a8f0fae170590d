// The definitions of a recording: what events refer to by number.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/recording/context.hpp>
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
  /// False when there is no room for the record.
  bool add(chunk_source& chunks, std::string_view record) noexcept {
    std::size_t const needed = record.size() / word;
    if (needed == 0 || !chunks.from.is_open()) return false;
    if (needed >= room_ && !begin_chunk(chunks, record.size())) return false;
    store_record(end_ - room_, record);
    room_ -= needed;
    return true;
  }

  /// Numbers that calls and events were given in an earlier recording of the process stay valid.
  void adopt(chunk_source& chunks, definitions const& before) noexcept {
    for (chunk_header* const chunk : before.chunks_) {
      std::uint64_t const* const end = lane::words(*chunk) + chunk->size / word;
      for (auto const* at = lane::words(*chunk) + lane::header_words; at < end && *at != 0;
           at += words_of(*at))
        if (kind_of(*at) == kind::schema || kind_of(*at) == kind::site)
          add(chunks, {reinterpret_cast<char const*>(at), words_of(*at) * word});
    }
  }

  /// Adds the pieces of the clock's scale that are known so far. Later ones stand where events need
  /// them, so that what a ring forgets it forgets together.
  void add_clock(chunk_source& chunks) noexcept {
    for_each_piece(0, [&](std::string_view record) { add(chunks, record); });
  }

  void trim(file& from) noexcept {
    if (!chunks_.empty()) from.trim(*chunks_.back(), end_ - room_);
  }

  /// Nobody will add or adopt any of them again.
  void let_go() noexcept {
    for (chunk_header* const chunk : chunks_) file::let_go(*chunk);
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
    chunks.publish(*chunk, chunk_kind::definitions);
    end_ = lane::words(*chunk) + size / word;
    room_ = size / word - lane::header_words;
    return true;
  }

  basic_buffer<chunk_header*> chunks_;
  std::uint64_t* end_ = nullptr;
  std::size_t room_ = 0;
};

}}}}  // namespace trace2::v0::detail::recording
