// Reads plain events that come one behind another ahead of who takes them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/tick_scale.hpp>
#include <trace2/read/cache_lines.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/read_ahead.hpp>
#include <trace2/read/recording/plain_record.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/recording/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#ifdef __SSE2__
#  include <emmintrin.h>
#endif

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// A plain event on its way between two threads, with its site: together they say all that its
/// record does. It fills one line of a cache.
struct alignas(cache_line) passed_event {
  plain_event plain;
  site const* where;
};
static_assert(sizeof(passed_event) == cache_line);

/// Passed events in a row. Memory: 64 KiB.
class passed_events {
 public:
  static constexpr std::size_t most = 1024;

  /// There must be room.
  void add(passed_event const& event) noexcept { store(events_[size_++], event); }
  void clear() {
    events_.resize(most);
    size_ = 0;
  }
  /// Lets another thread read what has been added.
  void close() noexcept {
#ifdef __SSE2__
    _mm_sfence();
#endif
  }

  bool is_full() const noexcept { return size_ == most; }
  passed_event const* begin() const noexcept { return events_.data(); }
  passed_event const* end() const noexcept { return events_.data() + size_; }

 private:
  /// Past the caches. Else the line would first be fetched from the processor that has read it
  /// before, which takes longer than to decode the event.
  static void store(passed_event& to, passed_event const& from) noexcept {
#ifdef __SSE2__
    for (std::size_t i = 0; i < sizeof to / sizeof(__m128i); ++i)
      _mm_stream_si128(reinterpret_cast<__m128i*>(&to) + i,
                       _mm_load_si128(reinterpret_cast<__m128i const*>(&from) + i));
#else
    to = from;
#endif
  }

  std::vector<passed_event> events_;
  std::size_t size_ = 0;
};

/// Reads a run of events of a recording, which must outlive it, ahead: plain ones up to any other
/// event. From `begin` to the `next` that returns null, or to the end of this object, a thread of
/// its own uses the recording, and nobody else may. Memory: half a mebibyte, and the names of 256
/// threads.
class plain_run {
 public:
  explicit plain_run(flight_recording& of) : recording_{of} {}

  /// Tells of an event's thread. The events of threads that the run doesn't know end it.
  void meet(stored_event const& event) {
    if (threads_.find(event.thread_key) == nullptr)
      threads_.remember(event.thread_key,
                        std::make_shared<known_thread const>(event.thread, event.thread_number));
  }

  /// Begins behind the latest event, which is a plain one. False if the system has no thread left.
  bool begin(stored_event const& latest) {
    started_ = latest.started;
    return batches_.begin();
  }

  /// The next event, valid until the next call; null behind the run.
  passed_event const* next() {
    if (next_ == end_ && !take_batch()) return nullptr;
    return next_++;
  }

  /// Behind a run: the event that has ended it, the recording's latest one; null if there was none.
  stored_event const* end() const noexcept { return end_of_run_; }

  /// The record of an event, valid until the next call.
  stored_event const& record_of(passed_event const& event) {
    plain_event const& plain = event.plain;
    known_thread const& thread = **threads_.find(plain.thread_key);
    record_ = {};
    record_.nanoseconds = started_ + plain.elapsed;
    record_.wall_nanoseconds = plain.wall;
    record_.started = started_;
    record_.since = record_.nanoseconds - plain.length;
    record_.thread = thread.name;
    record_.thread_key = plain.thread_key;
    record_.thread_number = thread.number;
    record_.open_regions = plain.nesting;
    record_.file = event.where->view(event.where->file, event.where->has_file);
    record_.line = static_cast<int>(event.where->line);
    record_.kind = record_kind_of(plain);
    record_.where = event.where;
    record_.value = static_cast<std::uint64_t>(plain.number);
    return record_;
  }

 private:
  struct known_thread {
    known_thread(std::string_view its_name, std::uint32_t its_number)
        : name{its_name}, number{its_number} {}
    std::string name;
    std::uint32_t number;
  };

  bool take_batch() {
    while (passed_events const* const batch = batches_.next()) {
      next_ = batch->begin();
      end_ = batch->end();
      if (next_ != end_) return true;
    }
    return false;
  }

  // ---- on the other thread ----

  /// Flattened, as it is the other half of a loop over all events, which compilers can't see.
  [[gnu::flatten]] bool fill(passed_events& batch) {
    struct closing {  // also when memory runs out
      passed_events& of;
      ~closing() { of.close(); }
    } const closes{batch};
    batch.clear();
    end_of_run_ = nullptr;
    while (!batch.is_full()) {
      stored_event const* const event = recording_.next();
      if (event == nullptr || !pass(*event, batch)) {
        end_of_run_ = event;
        return false;
      }
    }
    return true;
  }

  bool pass(stored_event const& event, passed_events& to) const noexcept {
    if (!is_plain(event)) return false;
    passed_event const passed{plain_event_of(event), event.where};
    if (!says_all(passed.plain, event)) return false;
    to.add(passed);
    return true;
  }

  /// False for a thread that is unknown, and for absurd times, which only damaged recordings have.
  bool says_all(plain_event const& plain, stored_event const& event) const noexcept {
    using trace2::detail::wrapping_sum;
    return threads_.find(event.thread_key) != nullptr && event.started == started_ && event.since &&
           plain.wall == event.wall_nanoseconds &&
           wrapping_sum(started_, plain.elapsed) == event.nanoseconds &&
           wrapping_sum(*event.since, plain.length) == event.nanoseconds;
  }

  // What one thread changes with every event lies apart from what the other one uses.
  flight_recording& recording_;
  key_memo<std::shared_ptr<known_thread const>, 256> threads_;
  std::int64_t started_ = 0;
  stored_event const* end_of_run_ = nullptr;
  alignas(cache_line) passed_event const* next_ = nullptr;
  passed_event const* end_ = nullptr;
  stored_event record_;
  alignas(cache_line) read_ahead<passed_events> batches_{
      [this](passed_events& batch) { return fill(batch); }};
};

}}}}  // namespace trace2::v0::read::recording
