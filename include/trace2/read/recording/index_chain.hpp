// The index of a recording, by which a reader finds the chunks that may hold events of some time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/recording/chunk_search.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/read/recording/tick_window.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Knows the places of an index, which follow each other in the file and in time. An index that
/// contradicts itself counts as none: then a part is the whole file. Memory: 48 bytes per place,
/// and 8 per chunk of definitions.
class index_chain {
 public:
  /// Reads it, from the latest place back to the first one.
  void read(file const& from) {
    first_chunk_ = from.header().first_chunk;
    if (from.header().latest_index == latest_) return;
    latest_ = from.header().latest_index;
    places_.clear();
    definitions_.clear();
    std::vector<std::uint64_t> record;
    std::size_t words = 0;
    for (std::uint64_t at = latest_; at != 0; at = places_.back().head.before) {
      place start{.offset = at};
      if (places_.size() == most_places || !load(from, start, record) ||
          (words += record.size()) > most_words ||
          (!places_.empty() && !is_in_front(start, places_.back())))
        return places_.clear();
      places_.push_back(start);
    }
    std::reverse(places_.begin(), places_.end());
    find_definitions(from);
  }

  bool is_empty() const noexcept { return places_.empty(); }

  /// All chunks of definitions, and all that is behind the index.
  file::part definitions() const { return {definitions_, end_of_places()}; }

  /// A part with all chunks that may hold events of these ticks.
  file::part part_of(file const& from, tick_window const& ticks) const {
    file::part part{.begin = first_chunk_};
    place const* latest = nullptr;
    for (place const& each : places_) {
      if (each.head.ticks < saturating_difference(ticks.since, skew)) latest = &each;
      if (each.head.ticks > saturating_add(ticks.until, hesitation)) {
        part.end = each.offset;
        break;
      }
    }
    // The newest chunk of a thread that was killed may hold no event yet.
    if (latest != nullptr && ticks.is_for_end)
      latest = latest == places_.data() ? nullptr : latest - 1;
    if (latest != nullptr && add_open_chunks(from, *latest, part.apart)) part.begin = latest->end;
    for (std::uint64_t const chunk : definitions_)
      if (chunk < part.begin) part.apart.push_back(chunk);
    return part;
  }

 private:
  struct place {
    std::uint64_t offset = 0;
    std::uint64_t end = 0;  ///< behind its chunk
    layout::index_head head{};
  };

  static constexpr std::size_t most_places = 20'000;  // of more than a terabyte
  /// Of all records. A stranger's file may have gigabytes of them in its holes.
  static constexpr std::size_t most_words = std::size_t{16} << 20;
  static constexpr std::size_t words_of_head = 1 + sizeof(layout::index_head) / layout::word;
  /// Ticks by which the counters of two processors may differ, and far more.
  static constexpr std::int64_t skew = std::int64_t{1} << 20;
  /// Ticks that a thread may take from reading the clock to storing the event: some minutes,
  /// because it may wait for others, and they for a disk.
  static constexpr std::int64_t hesitation = std::int64_t{1} << 40;

  /// Reads the record of a place. False if that is damaged.
  bool load(file const& from, place& to, std::vector<std::uint64_t>& record) const {
    struct {
      layout::chunk_header chunk;
      std::uint64_t record;
    } found{};
    byte_order const order = from.order();
    if (to.offset < first_chunk_ || to.offset % layout::granule != 0 ||
        from.read_at(to.offset, reinterpret_cast<char*>(&found), sizeof found) != sizeof found)
      return false;
    layout::chunk_header const chunk = converted(found.chunk, order);
    std::uint64_t const head = converted(found.record, order);
    std::size_t const words = layout::words_of(head);
    std::size_t const size = words * layout::word;
    if (std::memcmp(chunk.magic, layout::chunk_magic, sizeof chunk.magic) != 0 ||
        chunk.kind != layout::chunk_kind::index || layout::kind_of(head) != layout::kind::index ||
        chunk.size > layout::largest_chunk || chunk.size < sizeof chunk + size ||
        words <= words_of_head || size > limits::definition)
      return false;
    record.resize(words);
    if (from.read_at(to.offset + sizeof chunk, reinterpret_cast<char*>(record.data()), size) < size)
      return false;
    std::uint64_t sum = 0;
    for (std::uint64_t& each : record) {
      each = converted(each, order);
      if (&each != &record.back()) sum = layout::index_sum(sum, each);
    }
    std::memcpy(&to.head, &record[1], sizeof to.head);
    to.end = to.offset + chunk.size;
    return sum == record.back() && to.head.definitions >= first_chunk_ &&
           to.head.definitions < to.offset;
  }

  static bool is_in_front(place const& a, place const& b) noexcept {
    return a.end <= b.offset && a.head.ticks <= b.head.ticks &&
           a.head.definition_chunks <= b.head.definition_chunks;
  }

  std::uint64_t end_of_places() const noexcept {
    return places_.empty() ? first_chunk_ : places_.back().end;
  }

  /// The index names the last chunk of definitions in front of each place. Where there are more, it
  /// takes a look at all chunks since the place before.
  void find_definitions(file const& from) {
    std::uint64_t count = 0;
    std::uint64_t begin = first_chunk_;
    for (place const& each : places_) {
      std::uint64_t const more =
          each.head.definition_chunks - std::exchange(count, each.head.definition_chunks);
      if (more == 1) {
        definitions_.push_back(each.head.definitions);
      } else if (more > 1) {
        chunk_search<file> search{from, from.order()};
        search.run(begin, each.offset);
        for (chunk const& of : search.chunks())
          if (of.kind == layout::chunk_kind::definitions) definitions_.push_back(of.offset);
      }
      begin = each.end;
      if (definitions_.size() > limits::chunks) return places_.clear(), definitions_.clear();
    }
  }

  /// Adds the chunks of events in front of a place that got further records behind it. False when
  /// they can't be read again.
  bool add_open_chunks(file const& from, place at, std::vector<std::uint64_t>& to) const {
    std::vector<std::uint64_t> record;
    if (!load(from, at, record)) return false;
    record.pop_back();
    record.erase(record.begin(), record.begin() + words_of_head);
    std::erase_if(record, [&](std::uint64_t each) {
      return each < first_chunk_ || each >= at.offset || each % layout::granule != 0;
    });
    std::sort(record.begin(), record.end());
    record.erase(std::unique(record.begin(), record.end()), record.end());
    to.insert(to.end(), record.begin(), record.end());
    return true;
  }

  std::vector<place> places_;  ///< the earliest first
  std::vector<std::uint64_t> definitions_;
  std::uint64_t first_chunk_ = 0;
  std::uint64_t latest_ = 0;  ///< where the latest place is, even if the index counts as none
};

}}}}  // namespace trace2::v0::read::recording
