// The index of a growing file: from place to place it tells which chunks in front of it still
// matter behind it, so that a reader of a part of a large file looks at few others.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/recording/chunk_source.hpp>
#include <trace2/recording/definitions.hpp>
#include <trace2/recording/lane.hpp>
#include <trace2/recording/lane_pool.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/signal_chunk.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Writes the index. The caller holds the recorder's mutex.
class chunk_index {
 public:
  /// Forgets the index of an earlier file.
  void begin() noexcept { *this = {}; }

  /// True if the file has grown so much that a reader would look at many chunks.
  bool is_due(mapped_file const& file) const noexcept {
    std::size_t const size = file.size();
    std::size_t const part = size / parts;
    std::size_t const pause = part < shortest ? shortest : part > longest ? longest : part;
    return size - indexed_ >= pause;
  }

  /// Adds a chunk with an index, unless the file has no room. `now` is when the caller took the
  /// mutex: other threads may have waited since, with events of that time.
  [[gnu::cold]] void add(std::int64_t now, chunk_source& chunks, definitions const& defined,
                         signal_chunk const& of_signals, lane_pool& lanes) noexcept {
    mapped_file& file = chunks.from;
    std::size_t words = 1 + sizeof(index_head) / word + 1;
    for_each_open(of_signals, lanes, [&words](mapped_chunk const&) { ++words; });
    std::size_t const size = (sizeof(chunk_header) + words * word) / granule * granule + granule;
    if (size > largest_chunk) return;
    mapped_chunk made = file.take(size);
    if (!made) return;
    if (now > ticks_) ticks_ = now;  // the counter may have gone backwards
    index_head const head{ticks_, latest_, defined.chunk_count(), file.offset_of(defined.newest())};
    std::memcpy(made.records() + 1, &head, sizeof head);
    std::uint64_t* to = made.records() + 1 + sizeof head / word;
    for_each_open(of_signals, lanes,
                  [&](mapped_chunk const& open) { *to++ = file.offset_of(open); });
    made.records()[0] = long_head(kind::index, words, 0);
    std::uint64_t sum = 0;
    for (std::uint64_t const* each = made.records(); each != to; ++each)
      sum = index_sum(sum, *each);
    *to = sum;
    chunks.reveal(made, chunk_kind::index);
    latest_ = file.offset_of(made);
    indexed_ = file.size();
    if (file.is_lost()) return mapped_file::let_go(made);
    __atomic_store_n(&file.header().latest_index, latest_, __ATOMIC_RELEASE);
    mapped_file::let_go(made);
  }

 private:
  // Between one and the next the file grows by a part of its size, within bounds.
  static constexpr std::size_t parts = 16;
  static constexpr std::size_t shortest = std::size_t{1} << 20;
  static constexpr std::size_t longest = std::size_t{64} << 20;

  /// Calls `use(chunk)` with each chunk of events that may get further records.
  static void for_each_open(signal_chunk const& of_signals, lane_pool& lanes,
                            auto const& use) noexcept {
    if (of_signals.chunk()) use(of_signals.chunk());
    lanes.for_each([&use](lane const& each) {
      if (each.newest() != nullptr) use(*each.newest());
    });
  }

  std::uint64_t latest_ = 0;  ///< offset of the chunk
  std::int64_t ticks_ = INT64_MIN;
  std::size_t indexed_ = 0;  ///< size of the file then
};

}}}}  // namespace trace2::v0::detail::recording
