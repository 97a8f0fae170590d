// The definitions of a recording: schemas, sites and pieces of the clock's scale. Events refer to
// them by number. Definitions have chunks of their own.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/recording/chunk_preamble.hpp>
#include <trace2/recording/chunk_source.hpp>
#include <trace2/recording/definition_list.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Threads: one at a time.
class definitions {
 public:
  /// Stores the first records: the process, and the pieces of the clock's scale that exist so far.
  /// In a ring later pieces stand in the chunks of the events that need them, so that it overwrites
  /// both together; a growing file gets them by `add_pieces`, too. False when there is no room.
  bool begin(chunk_source& chunks, std::string_view sid, std::string_view program,
             std::int64_t started) noexcept {
    numbers_ = &numbering_of_process();
    buffer room;
    record_writer process{room, kind::process};
    process.put(started);
    process.put_text(sid);
    process.put_text(program);
    chunk_count_ = pieces_ = 0;
    if (!add(chunks, process.finish(0))) return false;
    add_pieces(chunks);
    return true;
  }

  /// Stores the pieces of the clock's scale that there are beside those that it has stored before.
  /// False when there is no room.
  bool add_pieces(chunk_source& chunks) noexcept {
    unsigned const count = clock::history().count();
    bool has_room = true;
    if (count != pieces_)
      for_each_piece(pieces_,
                     [&](std::string_view record) { has_room = has_room && add(chunks, record); });
    if (has_room) pieces_ = count;
    return has_room;
  }

  /// Number of chunks so far.
  std::uint64_t chunk_count() const noexcept { return chunk_count_; }
  /// The latest of them.
  mapped_chunk const& newest() const noexcept { return chunk_; }

  /// Stores the record of a definition. False when there is no room.
  [[gnu::cold]] bool add(chunk_source& chunks, std::string_view record) noexcept {
    std::size_t const needed = record.size() / word;
    if (needed == 0 || !chunks.from.may_take_chunks()) return false;
    if (needed >= room_ && !begin_chunk(chunks, needed)) return false;
    store_record(chunk_.end() - room_, record);
    room_ -= needed;
    return true;
  }

  /// Returns the number of a definition. A definition without a number gets the next one, valid in
  /// all recordings of the process, and is stored. 0 when there is no room.
  std::uint32_t number_of(chunk_source& chunks, atomic<std::uint32_t>& number,
                          record_writer& definition) noexcept {
    if (std::uint32_t const known = number.load_relaxed(); known != 0) return known;
    // The recording after one that has ended gives them now, perhaps at this moment.
    if (!chunks.from.may_take_chunks()) return 0;
    std::uint32_t const given = numbers_->last.load_relaxed() + 1;
    if (given > largest_number) return 0;
    // This store comes first: a child that is forked now may adopt the definition, and must not
    // give its number to another one.
    numbers_->last.store_release(given);
    std::string_view const record = definition.finish(given);
    if (!numbers_->known.reserve(record.size()) || !add(chunks, record))
      return numbers_->last.store_relaxed(given - 1), 0;
    numbers_->known.add(record);
    number.store_release(given);
    return given;
  }

  /// Stores the definitions of the process's recordings before this one, so that their numbers stay
  /// valid. False when there is no room for all of them.
  bool adopt(chunk_source& chunks) noexcept {
    bool has_room = true;
    numbers_->known.for_each_block([&](std::string_view records) {
      while (has_room && !records.empty()) {
        std::string_view const record = records.substr(0, words_of(head_of(records)) * word);
        has_room = add(chunks, record);
        records.remove_prefix(record.size());
      }
    });
    return has_room;
  }

  bool is_intact() const noexcept { return !chunk_ || chunk_.is_intact(); }
  void trim(mapped_file& from) const noexcept {
    if (chunk_) from.trim(chunk_, chunk_.end() - room_);
  }
  /// Unmaps the chunk. Nobody adds a definition afterwards.
  void let_go() noexcept {
    mapped_file::let_go(chunk_);
    room_ = 0;
  }

 private:
  static constexpr std::size_t first_size = 3 * granule;
  static constexpr std::size_t further_size = 16 * granule;

  bool begin_chunk(chunk_source& chunks, std::size_t words_needed) noexcept {
    if (words_needed > largest_definition / word) return false;
    if (!is_intact()) return chunks.from.give_up(), false;
    std::size_t const usual = chunk_ ? further_size : first_size;
    // The word behind the last record stays free.
    mapped_chunk const taken = chunks.take(usual, mapped_chunk::size_for(words_needed + 1));
    if (!taken) return false;
    mapped_chunk full = exchange(chunk_, taken);
    mapped_file::let_go(full);
    chunks.reveal(chunk_, chunk_kind::definitions);
    room_ = chunk_.room();
    ++chunk_count_;
    return true;
  }

  numbering* numbers_ = &own_numbering;
  mapped_chunk chunk_;
  std::size_t room_ = 0;
  std::uint64_t chunk_count_ = 0;
  unsigned pieces_ = 0;  ///< of the clock's scale, stored here
};

/// The record of a definition that has no number yet. It is on the stack if it fits: a signal may
/// have interrupted the heap, and the definitions that signals cause do fit.
class described_definition {
 public:
  /// `describe(record_writer&)` writes the record.
  template <class Describe>
  described_definition(kind what, Describe const& describe) noexcept : record_{on_stack_, what} {
    describe(record_);
    if (!on_stack_.failed()) return;
    record_ = {on_heap_, what};
    describe(record_);
  }
  described_definition(described_definition const&) = delete;
  described_definition& operator=(described_definition const&) = delete;

  record_writer& record() noexcept { return record_; }

 private:
  char memory_[1024];
  buffer on_stack_{memory_, sizeof memory_};
  buffer on_heap_;
  record_writer record_;
};

}}}}  // namespace trace2::v0::detail::recording
