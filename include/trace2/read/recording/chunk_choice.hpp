// Which chunks of a recording a reader needs who wants the events of some time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/read/recording/chunk_reader.hpp>
#include <trace2/read/recording/chunk_search.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/read/recording/index_chain.hpp>
#include <trace2/read/recording/record_walk.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/read/recording/tick_window.hpp>
#include <trace2/read/time_window.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Removes chunks of events all of whose events are outside of the window. The chunks are sorted by
/// their serial numbers.
///
/// If two chunks begin with records of the same thread, then the first one holds nothing else, and
/// is older than the second one: a thread goes on in the chunk of another one only after the end of
/// that. The first event of a chunk may have waited for the chunk, so of those that begin behind
/// the window the first one is kept.
inline void drop_others(std::vector<chunk>& chunks, tick_window const& window) {
  std::vector<std::uint32_t> by_thread;
  for (std::uint32_t i = 0; i < chunks.size(); ++i)
    if (chunks[i].kind == layout::chunk_kind::events && chunks[i].thread != 0)
      by_thread.push_back(i);
  std::stable_sort(by_thread.begin(), by_thread.end(), [&](std::uint32_t a, std::uint32_t b) {
    return chunks[a].thread < chunks[b].thread;
  });
  std::vector<bool> is_other(chunks.size());
  for (std::size_t i = 1; i < by_thread.size(); ++i) {
    chunk const& before = chunks[by_thread[i - 1]];
    chunk const& next = chunks[by_thread[i]];
    // In a damaged recording times may run backwards.
    if (before.thread != next.thread || before.begin > next.begin) continue;
    bool const is_newest =
        i + 1 == by_thread.size() || chunks[by_thread[i + 1]].thread != next.thread;
    // The newest chunk of a thread that was killed may hold no event yet.
    if (next.begin < window.since && !(is_newest && window.is_for_end))
      is_other[by_thread[i - 1]] = true;
    if (before.begin > window.until) is_other[by_thread[i]] = true;
  }
  std::size_t place = 0;
  std::erase_if(chunks, [&](chunk const&) { return is_other[place++]; });
}

/// Finds the chunks, again and again if the writer still runs. File and dictionary must outlive it.
class chunk_choice {
 public:
  chunk_choice(file& from, dictionary& words) noexcept
      : file_{from}, words_{words}, reader_{from} {}

  /// Chooses the chunks that may hold events of some time; by default all are chosen.
  void choose(time_window const& of) { window_ = of; }

  /// Makes the file find its chunks of definitions.
  void find_definitions() {
    if (window_.is_all()) return file_.scan();
    file_.read_header();
    index_.read(file_);
    file_.scan(index_.definitions());
  }

  /// To be called in front of `find_chunks`, when the definitions are known; looks once. Adds what
  /// the dictionary needs to know of the clock, which without an index may be anywhere. Chooses all
  /// chunks where there are tasks: what is known of one begins with the task. Not in a file of more
  /// chunks than the limit, whose last ones would be left out.
  void look_around() {
    bool const is_for_end = window_.since == moment::max();
    if (window_.is_all() || is_for_end || std::exchange(has_looked_, true)) return;
    bool has_tasks = false;
    auto const look_through_all = [&](std::vector<chunk> const& chunks) {
      for (chunk const& each : chunks)
        if (each.kind == layout::chunk_kind::events) has_tasks |= look_through(each);
    };
    if (index_.is_empty()) {
      // The preambles tell how the clock went, except what happened within single chunks. That
      // matters in two places: behind the newest preambles, and around the window.
      for (chunk const& each : file_.chunks())
        if (each.kind == layout::chunk_kind::events)
          reader_.walk_preamble(each, [&](record_walk const& record) { words_.add(record); });
      look_through_all(chunks_for({INT64_MAX, INT64_MAX, true}));
      look_through_all(chunks_for(up_to_known_piece(ticks_of(window_, words_))));
    } else {
      look_through_all(find_chunks());
    }
    if (!has_tasks) return;
    file_.scan();
    if (file_.left_out() == 0) window_ = {};
  }

  /// The chosen chunks in the order of their beginnings. All definitions are known.
  std::vector<chunk> find_chunks() {
    tick_window const ticks = ticks_of(window_, words_);
    if (!window_.is_all() && !index_.is_empty()) file_.scan(index_.part_of(file_, ticks));
    return chunks_for(ticks);
  }

 private:
  /// The chunks that the window needs, of the chunks found so far, in the order of their
  /// beginnings.
  std::vector<chunk> chunks_for(tick_window const& window) const {
    std::vector<chunk> all = file_.chunks();
    if (!window_.is_all()) drop_others(all, window);
    return all;
  }

  /// Adds to a window the time to the next known piece of the clock's scale. The scale in the
  /// window follows from the piece behind it, which may be within a chunk.
  tick_window up_to_known_piece(tick_window window) const {
    dictionary::period const last = words_.period_of(window.until);
    if (last.has_gap) window.until = saturating_add(last.last, 1);
    return window;
  }

  bool look_through(chunk const& of) {
    progress at;
    bool has_tasks = false;
    reader_.walk(of, at, [&](record_walk const* record, auto&&...) {
      if (record == nullptr) return;
      if (record->kind() == layout::kind::clock) words_.add(*record);
      if (record->kind() != layout::kind::event) return;
      schema const* const what = words_.find_schema(layout::upper_of(record->head()));
      has_tasks = has_tasks || (what != nullptr && is_about_task(*what));
    });
    return has_tasks || reader_.has_met_tasks();
  }

  file& file_;
  dictionary& words_;
  chunk_reader reader_;
  index_chain index_;
  time_window window_;
  bool has_looked_ = false;
};

}}}}  // namespace trace2::v0::read::recording
