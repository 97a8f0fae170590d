// Finds the chunks of a recording, also while its writer takes new ones.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// A chunk as its header describes it, cut to the size of the file.
struct chunk {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t thread = 0;  ///< whose records come first; 0: the first record doesn't tell
  std::uint64_t serial = 0;
  layout::chunk_kind kind{};
  std::int64_t begin = 0;  ///< ticks: these records are not older

  /// Number of bytes behind the header.
  std::size_t contents() const noexcept { return size - sizeof(layout::chunk_header); }
};

/// Turns the header of a chunk into one of this machine.
inline layout::chunk_header converted(layout::chunk_header head, byte_order order) noexcept {
  head.size = converted(head.size, order);
  head.serial = converted(head.serial, order);
  head.kind = converted(head.kind, order);
  return head;
}

/// Looks for chunks from the front to the back. Trusts no byte of the medium, which has these
/// functions:
///
///     std::size_t read_at(std::uint64_t offset, char* room, std::size_t size) const;
///     std::uint64_t size() const;
///     std::uint64_t next_data(std::uint64_t at, std::uint64_t size) const;  // past holes
template <class Medium>
class chunk_search {
 public:
  explicit chunk_search(Medium const& medium, byte_order order = byte_order::same)
      : medium_{medium}, order_{order}, size_{medium.size()} {}

  /// Looks from one place to the end of the file, or to another place.
  void run(std::uint64_t first_chunk, std::uint64_t end = none) {
    if (size_ < first_chunk) ++damages_;
    bool is_lost = false;
    std::uint64_t blank = none;  // the first blank place behind the latest chunk
    for (std::uint64_t at = first_chunk; at < std::min(size_, end);) {
      head header = look(at);
      // A writer may have published the chunk around `at` since its head was blank. Then the bytes
      // at `at` are records of this chunk, or a chunk that lies behind it.
      if (header.is != head::blank && blank != none)
        if (head const again = look(blank); again.is == head::sound) {
          header = again;
          at = blank;
        }
      if (header.is == head::sound) {
        take(header, at);
        at += header.of.size;
        is_lost = false;
        blank = none;
        continue;
      }
      // A writer that takes room, or died meanwhile, leaves zeros; other bytes are damage.
      if (header.is == head::blank && blank == none) blank = at;
      if (header.is == head::damaged && !std::exchange(is_lost, true)) ++damages_;
      at = medium_.next_data(at + layout::granule, size_);
    }
  }

  /// Looks at a place where a chunk begins, unless the file is damaged.
  void look_at(std::uint64_t place) {
    head header = look(place);
    if (header.is == head::sound)
      take(header, place);
    else
      ++damages_;
  }

  std::vector<chunk>& chunks() noexcept { return chunks_; }
  /// Number of places where a chunk should begin but doesn't, chunks that are cut, and a cut in
  /// front of the first chunk.
  std::uint64_t damages() const noexcept { return damages_; }
  /// Number of chunks beyond the limit.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  struct head {
    enum kind : unsigned char { blank, sound, damaged } is = damaged;
    chunk of{};
  };

  head look(std::uint64_t at) const {
    struct {
      layout::chunk_header head;
      std::uint64_t record;
      std::int64_t ticks;  // of a `state` record
    } found{};
    medium_.read_at(at, reinterpret_cast<char*>(&found), sizeof found);
    layout::chunk_header const bytes = converted(found.head, order_);
    std::string_view const magic{bytes.magic, sizeof bytes.magic};
    if (magic.find_first_not_of('\0') == magic.npos) return {head::blank};
    if (std::memcmp(bytes.magic, layout::chunk_magic, sizeof bytes.magic) != 0 ||
        bytes.size < layout::granule || bytes.size > layout::largest_chunk ||
        bytes.size % layout::granule != 0)
      return {head::damaged};
    chunk sound{.offset = at,
                .size = static_cast<std::uint32_t>(bytes.size),
                .serial = bytes.serial,
                .kind = bytes.kind};
    std::uint64_t const record = converted(found.record, order_);
    if (layout::kind_of(record) == layout::kind::state) {
      sound.thread = layout::upper_of(record);
      sound.begin = converted(found.ticks, order_);
    }
    return {head::sound, sound};
  }

  /// Keeps a chunk, or what the file has of it.
  void take(head& header, std::uint64_t at) {
    chunk& added = header.of;
    // A running writer makes room for a whole chunk before it writes the header.
    if (added.size > size_ - at) size_ = medium_.size();
    std::uint64_t const rest = size_ > at ? size_ - at : 0;
    if (added.size > rest) {
      ++damages_;
      added.size = static_cast<std::uint32_t>(rest);
    }
    if (added.size < sizeof(layout::chunk_header)) added.serial = 0;  // nothing is left of it
    if (added.serial == 0) return;
    if (chunks_.size() < limits::chunks)
      chunks_.push_back(added);
    else
      ++left_out_;
  }

  Medium const& medium_;
  byte_order order_;
  std::uint64_t size_;
  std::vector<chunk> chunks_;
  std::uint64_t damages_ = 0;
  std::uint64_t left_out_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
