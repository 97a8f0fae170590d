// Reads the records of one thread, which lie in parts of many chunks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/record_walk.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// A part of a chunk that belongs to one thread.
struct segment {
  std::uint64_t chunk = 0;   ///< offset of the chunk in the file
  std::uint64_t serial = 0;  ///< of the chunk
  std::uint32_t begin = 0;   ///< offset of its first record behind the chunk's header
  std::uint32_t end = 0;
};

/// Memory: some bytes per segment, and one window into the current segment; all of it from the
/// budget, which must outlive the reader.
class segment_reader {
 public:
  segment_reader(file const& from, memory_budget& memory) noexcept
      : file_{&from}, memory_{memory} {}

  /// Adds records of a chunk behind those that are known already. False when the budget is
  /// used up.
  bool add(segment const& more, bool is_new) {
    if (!segments_.empty() && !is_new) {
      segment& latest = segments_.back();
      if (latest.chunk == more.chunk && latest.serial == more.serial && latest.end == more.begin) {
        latest.end = more.end;
        return true;
      }
    }
    // A vector that grows exists twice.
    if (!memory_.take(2 * sizeof(segment), limits::recordings_reserve)) return false;
    segments_.push_back(more);
    return true;
  }

  /// Advances to the next record; false when there is none at the moment.
  bool next() { return record_.next() || next_in_window(); }

  /// The record, valid until the next call.
  record_walk const& record() const noexcept { return record_; }

  /// Number of parts that were left out because they are too large for the budget.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  /// Bytes that are read at once; and the fewest, when the budget is short and at the beginning:
  /// thousands of threads wait with their first record.
  static constexpr std::size_t window = std::size_t{16} << 10;
  static constexpr std::size_t least_window = std::size_t{1} << 10;

  [[gnu::noinline]] bool next_in_window() {
    do {
      // Either the window ends here, or it ends inside the record, or the chunk has been replaced
      // since its records were found.
      if (record_.is_cut())
        continue_at_record();
      else if (!fetch())
        return false;
    } while (!record_.next());
    return true;
  }

  /// Loads further bytes of the current segment, or of the next one.
  bool fetch() {
    for (; first_ != segments_.size(); ++first_) {
      segment& now = segments_[first_];
      if (now.begin != now.end) {
        load(now, std::min<std::size_t>(now.end - now.begin, ahead_));
        ahead_ = std::min(2 * ahead_, window);
        return true;
      }
      // The writer may add to the last one.
      if (first_ + 1 == segments_.size()) break;
    }
    if (first_ >= 64 && 2 * first_ >= segments_.size()) drop_segments();
    give_room_back();
    return false;
  }

  void load(segment& from, std::size_t size) {
    while (!reserve(size)) {
      if (size <= least_window) return skip(from, size);
      size = std::max(size / 2, least_window);
    }
    file_->load(from.chunk, from.serial, from.chunk + sizeof(layout::chunk_header) + from.begin,
                size, bytes_);
    from.begin += static_cast<std::uint32_t>(size);
    record_ = record_walk{file_->recorded(bytes_)};
    is_whole_ = bytes_.size() == size;
  }

  /// Moves the window to the record in which it ends.
  void continue_at_record() {
    segment& now = segments_[first_];
    std::size_t const rest = record_.rest().size();
    std::size_t const size = record_.size();
    record_ = record_walk{{}};
    if (!is_whole_ || size == 0 || size > now.end - now.begin + rest) return;
    now.begin -= static_cast<std::uint32_t>(rest);
    std::size_t const wanted = std::min<std::size_t>(now.end - now.begin, std::max(size, ahead_));
    if (size <= limits::record && reserve(wanted))
      load(now, wanted);
    else if (size <= limits::record && reserve(size))
      load(now, size);
    else
      skip(now, size);
  }

  /// Leaves out bytes that no memory is left for.
  void skip(segment& from, std::size_t size) {
    record_ = record_walk{{}};
    from.begin += static_cast<std::uint32_t>(size);
    ++left_out_;
  }

  /// Makes room for a window. Only the room of an uncommonly large one is given back.
  bool reserve(std::size_t size) {
    if (size <= room_ && (size > window || room_ <= window)) return true;
    give_room_back();
    if (!memory_.take(size)) return false;
    room_ = size;
    bytes_.reserve(size);
    return true;
  }

  void give_room_back() {
    record_ = record_walk{{}};
    std::string{}.swap(bytes_);
    memory_.give_back(std::exchange(room_, 0));
  }

  void drop_segments() {
    segments_.erase(segments_.begin(), segments_.begin() + static_cast<std::ptrdiff_t>(first_));
    memory_.give_back(first_ * 2 * sizeof(segment));
    first_ = 0;
  }

  file const* file_;
  memory_share memory_;
  std::vector<segment> segments_;
  std::size_t first_ = 0;             ///< the current segment
  std::string bytes_;                 ///< a window into the current segment, up to its `begin`
  std::size_t room_ = 0;              ///< bytes taken for windows
  std::size_t ahead_ = least_window;  ///< bytes of the next window
  bool is_whole_ = true;              ///< the window is as large as it was to be
  record_walk record_{{}};
  std::uint64_t left_out_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
