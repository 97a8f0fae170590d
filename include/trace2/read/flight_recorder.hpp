// Reads recordings of the flight recorder. The process may have ended or crashed, or may still run.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/system_calls.hpp>
#include <trace2/format.hpp>
#include <trace2/read/cache_lines.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/chunk_choice.hpp>
#include <trace2/read/recording/chunk_walks.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/read/recording/empty_region.hpp>
#include <trace2/read/recording/record_walk.hpp>
#include <trace2/read/recording/renderer.hpp>
#include <trace2/read/recording/task_table.hpp>
#include <trace2/read/recording/thread_stream.hpp>
#include <trace2/read/time_window.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/value/buffer.hpp>

#include <climits>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads one recording:
///
///     trace2::read::flight_recording recording;
///     if (std::string const problem = recording.open(path); !problem.empty()) …
///     trace2::buffer lines;
///     while (auto const* event = recording.next())
///       recording.write<trace2::format::perf>(lines, {}, *event);
///
/// Delivers all events in front of a damage, and the events behind it that can be found again;
/// damages are counted. Events come in the order of their times; events of one thread come in the
/// order of their emission. Threads: one at a time for all recordings that share a budget.
/// Errors: throws only when memory runs out.
///
/// A caller that wants the events of some time passes that time, and drops the events around it
/// that come along. Then most of a large recording isn't read, and its damages aren't noticed. A
/// recording with tasks around that time is read as a whole, because they may have begun at any
/// time before. In a recording of more than `limits::chunks` chunks, and where tasks show up only
/// after `open`, a task counts from its first event that was read.
class alignas(cache_line) flight_recording {
 public:
  /// An event as it is stored; `recorded_events` makes an `occurrence` of it.
  using event = recording::stored_event;

  /// Chunks, names and threads take their memory from a budget of their own, or from one that
  /// several recordings share and that outlives them. Whatever finds no room is left out and
  /// counted.
  explicit flight_recording(memory_budget* shared = nullptr)
      : memory_{shared == nullptr ? own_ : *shared} {}
  flight_recording(flight_recording const&) = delete;
  flight_recording& operator=(flight_recording const&) = delete;

  /// Returns an empty text, or the problem as the rest of a sentence about the file, such as "is no
  /// recording".
  std::string open(char const* path, time_window const& of = {}) {
    return begin(file_.open(path), of);
  }
  /// Takes a descriptor, which it closes.
  std::string open(int fd, time_window const& of = {}) { return begin(file_.take(fd), of); }

  /// The next event, valid until the next call; null when there is none at the moment.
  event const* next() {
    if (latest_ != nullptr) {
      latest_->first = latest_->stream.next(damages_);
      if (latest_->first != nullptr && is_first(*latest_)) [[likely]]
        return latest_->stream.completed();
    }
    return next_of_another();
  }

  /// Reads the events that the writer has added since. They may be older than the event that `next`
  /// has returned last, because threads make their events visible at their own pace.
  void refresh() {
    // Asked first: then a process that has ended meanwhile has added nothing behind this scan.
    is_live_ = is_writer_alive();
    take_in();
  }

  /// Appends the event's line in a text format, however deep it is nested; nothing if the format
  /// ignores the event. Errors: an event that is damaged counts as a damage.
  template <class Format>
  void write(buffer& out, line_settings const& settings, event const& source) {
    write<Format>(out, format_settings{settings.brief, settings.nesting_limit}, source);
  }
  /// Appends the line that the target of the format writes with these settings. Unlike
  /// `line_settings` they leave out by default events nested deeper than 2. No braces stand for
  /// them.
  template <class Format, std::same_as<format_settings> Settings>
  void write(buffer& out, Settings const& settings, event const& source) {
    if (!renderer_.write<Format>(out, settings, source)) ++damages_;
  }

  /// The session id of the recorded process.
  std::string_view sid() const noexcept { return words_.sid(); }
  /// The path of the recorded program.
  std::string_view program() const noexcept { return words_.program(); }
  /// The process id of the recorded process.
  std::uint64_t pid() const noexcept { return file_.header().pid; }
  /// Number of events that found no room.
  std::uint64_t dropped() const noexcept { return file_.header().dropped; }
  /// True for a ring, which holds the latest events of each thread.
  bool is_ring() const noexcept {
    return (file_.header().flags & recording::layout::ring_flag) != 0;
  }
  /// True if a ring that was kept has overwritten events behind the kept ones.
  bool has_jump() const noexcept {
    return (file_.header().flags & recording::layout::jump_flag) != 0;
  }
  /// The cost of a region without contents; nothing when the writer has not measured it.
  std::optional<empty_region> empty() const { return recording::empty_region_of(file_, words_); }
  /// True when the writer has ended in good order. Otherwise it runs or was killed.
  bool is_finished() const noexcept { return file_.header().is_finished != 0; }
  /// True if a further `refresh` may find more events: the process lived when the latest one began.
  /// Meaningful only on the machine, and in the process namespace, of the recorded process.
  bool is_live() const noexcept { return is_live_; }
  /// Counts a damage that a user of the events has met.
  void add_damage() noexcept { ++damages_; }
  /// Number of records that were left out because of a limit (see limits.hpp).
  std::uint64_t left_out() const noexcept {
    std::uint64_t count = left_out_ + walks_.left_out() + file_.left_out() + tasks_.left_out();
    for (auto const& [number, known] : threads_) count += known->stream.left_out();
    return count;
  }
  /// Number of lines of PERF whose indentation was cut to `limits::indentation` levels.
  std::uint64_t cut_indentations() const noexcept { return renderer_.cut_indentations(); }
  /// Number of places that are damaged.
  std::uint64_t damages() const noexcept { return damages_ + file_.damages() + walks_.damages(); }

 private:
  using record_kind = recording::layout::kind;
  using chunk_kind = recording::layout::chunk_kind;
  /// On lines of its own: with every event, the thread that reads changes it.
  struct alignas(cache_line) thread {
    explicit thread(flight_recording& of) : stream{of.file_, of.words_, of.tasks_, of.memory_} {}
    recording::thread_stream stream;
    event const* first = nullptr;
  };

  struct offer_order {
    std::int64_t nanoseconds;
    std::uint32_t number;
    thread* of;
    friend bool operator>(offer_order const& a, offer_order const& b) noexcept {
      return a.nanoseconds != b.nanoseconds ? a.nanoseconds > b.nanoseconds : a.number > b.number;
    }
  };

  bool is_writer_alive() const noexcept {
    // Other numbers name groups of processes, some of which always exist.
    bool const is_process = pid() >= 1 && pid() <= INT_MAX;
    return !is_finished() && is_process &&
           trace2::detail::system_calls::is_alive(static_cast<int>(pid()));
  }

  std::string begin(std::string problem, time_window const& of) {
    if (!problem.empty()) return problem;
    choice_.choose(of);
    refresh();
    return {};
  }

  void take_in() {
    walks_.begin();
    choice_.find_definitions();
    take_in_definitions();
    choice_.look_around();
    renderer_.set_process(words_.sid());
    for (recording::chunk const& chunk : choice_.find_chunks())
      if (chunk.kind == chunk_kind::events) take_in_events(chunk);
    // A running process may have added definitions after the first look, for events read since.
    if (is_live_) {
      choice_.find_definitions();
      take_in_definitions();
    }
    for (auto& [number, known] : threads_)
      if (known->first == nullptr && known.get() != latest_) {
        known->first = known->stream.next(damages_);
        offer(*known);
      }
  }

  void take_in_definitions() {
    for (auto const& chunk : file_.chunks())
      if (chunk.kind == chunk_kind::definitions) take_in_definitions(chunk);
  }
  void take_in_definitions(recording::chunk const& chunk) {
    walks_.walk(chunk, [&](recording::record_walk const* record, recording::progress& at,
                           recording::segment const& place, std::uint64_t) {
      if (record == nullptr) return;
      if (record->kind() != record_kind::event) {
        if (!words_.add(*record)) ++damages_;
        return;
      }
      // An event that no ring may overwrite. Introductions are always of the main thread.
      thread* const main = find_thread(0);
      if (main == nullptr || !main->stream.add(place, true)) ++left_out_;
      at.thread = 0;
    });
  }

  void take_in_events(recording::chunk const& chunk) {
    thread* owner = nullptr;
    recording::segment part;    // records of the owner, without a gap
    std::uint64_t records = 0;  // their number
    bool is_new = false;        // they are apart from the owner's former ones
    auto const pass_on = [&] {
      bool const is_kept = owner != nullptr && owner->stream.add(part, is_new);
      left_out_ += std::exchange(records, 0) * (is_kept ? 0 : 1);
    };
    walks_.walk(chunk, [&](recording::record_walk const* record, recording::progress& at,
                           recording::segment const& place, std::uint64_t count) {
      auto const kind = record == nullptr ? record_kind::none : record->kind();
      if (kind == record_kind::clock && !words_.add(*record)) ++damages_;
      bool const is_other = kind == record_kind::state;
      if (is_other && records != 0) pass_on();
      if (is_other) at.thread = recording::layout::upper_of(record->head());
      if (std::exchange(records, records + count) == 0) {
        owner = find_thread(at.thread);
        part = place;
        is_new = is_other;
      }
      part.end = place.end;
    });
    if (records != 0) pass_on();
  }

  /// Null when there are too many threads.
  thread* find_thread(std::uint32_t number) {
    if (auto const known = threads_.find(number); known != threads_.end())
      return known->second.get();
    constexpr std::size_t per_thread = sizeof(thread) + sizeof(offer_order) * 2 + 64;
    if (!share_.take(per_thread, limits::recordings_reserve)) return nullptr;
    return (threads_[number] = std::make_unique<thread>(*this)).get();
  }

  [[gnu::noinline]] event const* next_of_another() {
    if (latest_ != nullptr) offer(*std::exchange(latest_, nullptr));
    if (order_.empty()) return nullptr;
    latest_ = order_.top().of;
    order_.pop();
    return latest_->stream.completed();
  }

  static offer_order order_of(thread& from) noexcept {
    return {from.first->nanoseconds, from.first->thread_number, &from};
  }
  bool is_first(thread& from) const noexcept {
    return order_.empty() || order_.top() > order_of(from);
  }
  void offer(thread& from) {
    if (from.first != nullptr) order_.push(order_of(from));
  }

  memory_budget own_{limits::recordings_memory};
  memory_budget& memory_;
  memory_share share_{memory_};
  recording::file file_;
  recording::chunk_walks walks_{file_, memory_};
  recording::dictionary words_{memory_};
  recording::chunk_choice choice_{file_, words_};
  recording::task_table tasks_{memory_};
  recording::renderer renderer_{memory_};
  std::map<std::uint32_t, std::unique_ptr<thread>> threads_;
  std::priority_queue<offer_order, std::vector<offer_order, whole_cache_lines<offer_order>>,
                      std::greater<>>
      order_;
  thread* latest_ = nullptr;
  std::uint64_t damages_ = 0;
  std::uint64_t left_out_ = 0;
  bool is_live_ = false;
};

/// An event of one of several recordings; false at their end.
struct merged_event {
  flight_recording* of = nullptr;
  flight_recording::event const* event = nullptr;
  explicit operator bool() const noexcept { return event != nullptr; }
};

}}}  // namespace trace2::v0::read
