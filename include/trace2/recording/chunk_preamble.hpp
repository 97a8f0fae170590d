// The preamble of a chunk: the records in front of its events. A state record names the thread that
// records in the chunk and its open regions, a task record what it runs; clock records say how
// ticks become time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

inline constexpr std::size_t piece_words = 5;

/// The number of the piece of the clock's scale that applies to a moment.
inline unsigned piece_at(std::int64_t ticks) noexcept {
  return clock::history().find_period(ticks).number;
}

/// Calls `use(record)` for each piece of the clock's scale, beginning with number `first`.
void for_each_piece(unsigned first, auto const& use) noexcept {
  tick_segment piece;
  for (unsigned const count = clock::history().count(); first < count; ++first) {
    if (!clock::history().get(first, piece)) continue;
    char memory[(piece_words + 1) * word];
    buffer room{memory, sizeof memory};
    record_writer record{room, kind::clock};
    record.put(piece.from);
    record.put(piece.nanoseconds);
    record.put(piece.rate);
    record.put(piece.wall_difference);
    use(record.finish(first));
  }
}

inline constexpr std::size_t most_regions = 500;
inline constexpr std::size_t state_room = (most_regions + 16) * word;

/// Writes the state record of a thread into a buffer of `state_room` bytes. Of more than
/// `most_regions` open regions it lists the innermost ones.
inline std::string_view describe_thread(cursor const& here, std::int64_t now,
                                        buffer& room) noexcept {
  record_writer state{room, kind::state};
  std::size_t const open = here.regions->size();
  state.put(now);
  state.put(static_cast<std::uint32_t>(here.name.size()));
  state.put(static_cast<std::uint32_t>(open));
  state.put_bytes(here.name);
  state.fill();
  for (std::size_t i = open > most_regions ? open - most_regions : 0; i < open; ++i)
    state.put((*here.regions)[i].begun);
  return state.finish(here.thread);
}

inline constexpr std::size_t task_words = 2;

/// Writes the record of the task that a thread runs; nothing if it runs none.
inline std::string_view describe_task(cursor const& here, char (&to)[task_words * word]) noexcept {
  std::uint64_t const number = here.task == nullptr ? 0 : *here.task;
  if (number == 0) return {};
  std::uint64_t const record[] = {short_head(kind::task, 0, 0), number};
  std::memcpy(to, record, sizeof record);
  return {to, sizeof record};
}

/// The records in front of the events that a thread records from a moment on.
class preamble {
 public:
  preamble(cursor const& here, std::int64_t now) noexcept
      : first_piece_{piece_at(now)}, pieces_{clock::history().count()} {
    state_ = describe_thread(here, now, room_);
    task_ = describe_task(here, task_memory_);
  }
  preamble(preamble const&) = delete;
  preamble& operator=(preamble const&) = delete;

  std::size_t words() const noexcept {
    return (state_.size() + task_.size()) / word + (pieces_ - first_piece_) * piece_words;
  }
  /// Number of the pieces of the clock's scale that exist with it.
  unsigned pieces() const noexcept { return pieces_; }

  /// Calls `use(record)` for each of the records, and for pieces that have been added since.
  void for_each(auto const& use) const noexcept {
    use(state_);
    if (!task_.empty()) use(task_);
    for_each_piece(first_piece_, use);
  }

 private:
  char memory_[state_room];
  buffer room_{memory_, sizeof memory_};
  std::string_view state_;
  char task_memory_[task_words * word];
  std::string_view task_;
  unsigned first_piece_;
  unsigned pieces_;
};

}}}}  // namespace trace2::v0::detail::recording
