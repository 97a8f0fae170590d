// The events of a recording as occurrences, so that code that reads EVENT streams reads recordings
// too.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/read_ahead.hpp>
#include <trace2/read/recording/occurrence_maker.hpp>
#include <trace2/read/recording/plain_record.hpp>
#include <trace2/read/recording/plain_run.hpp>

#include <cstddef>
#include <limits>
#include <memory>

namespace trace2 { inline namespace v0 { namespace read {

/// When a recording is read on two threads.
struct reading_ahead {
  unsigned processors = usable_processors();  ///< on a single one it never is
  std::size_t patience = 4'096;  ///< twice so many plain events in a row let one expect more
};

/// Reads all events of a recording, which must outlive it.
///
/// Threads: one. Where many plain events come in a row, and are taken, another thread decodes the
/// next ones meanwhile, if there is another processor, and if no other recording shares the budget
/// of this one. So nobody else may use the recording before `next` has returned null. With an
/// object that ends before, the events that were read ahead are gone: who stops early reads the
/// recording no further. Errors: throws only when memory runs out.
class recorded_events {
 public:
  explicit recorded_events(flight_recording& of, reading_ahead const& ahead = {}) : recording_{of} {
    if (ahead.processors < 2 || of.shares_memory()) return;
    run_ = std::make_unique<recording::plain_run>(of);
    patience_ = ahead.patience;
  }

  /// The next event, valid until the next call; null when there is none at the moment.
  occurrence const* next() {
    return next([](plain_event const&) { return false; });
  }

  /// The next event that is no plain one, or one that `take(plain_event)` returns false for.
  template <class Take>
  occurrence const* next(Take const& take) {
    if (is_in_run_) [[unlikely]]
      if (auto const* const made = next_of_run(take)) return made;
    while (auto const* const stored = recording_.next()) {
      if (is_taken(*stored, take)) {
        if (++in_a_row_ > patience_) [[unlikely]]
          if (auto const* const made = begin_run(*stored, take)) return made;
        continue;
      }
      if (auto const* const made = make(*stored)) return made;
    }
    return nullptr;
  }

 private:
  template <class Take>
  static bool is_taken(recording::stored_event const& stored, Take const& take) {
    return recording::is_plain(stored) && take(recording::plain_event_of(stored));
  }

  /// After twice the patience, which shows the threads whose events to expect.
  template <class Take>
  [[gnu::noinline]] occurrence const* begin_run(recording::stored_event const& latest,
                                                Take const& take) {
    run_->meet(latest);
    if (in_a_row_ / 2 < patience_) return nullptr;
    in_a_row_ = 0;
    is_in_run_ = run_->begin(latest);
    return is_in_run_ ? next_of_run(take) : nullptr;
  }

  /// Null behind the run: the bytes of a plain event always match.
  template <class Take>
  [[gnu::noinline]] occurrence const* next_of_run(Take const& take) {
    while (auto const* const passed = run_->next())
      if (!take(passed->plain)) return maker_.make(recording_.sid(), run_->record_of(*passed));
    is_in_run_ = false;
    auto const* const end = run_->end();
    return end == nullptr || is_taken(*end, take) ? nullptr : make(*end);
  }

  occurrence const* make(recording::stored_event const& from) {
    if (!recording::is_plain(from)) in_a_row_ = 0;
    auto const* const made = maker_.make(recording_.sid(), from);
    if (made == nullptr) recording_.add_damage();
    return made;
  }

  flight_recording& recording_;
  recording::occurrence_maker maker_;
  std::size_t patience_ = std::numeric_limits<std::size_t>::max();
  std::size_t in_a_row_ = 0;  ///< plain events that were taken, behind the latest other one
  bool is_in_run_ = false;
  std::unique_ptr<recording::plain_run> run_;  ///< null: on one thread
};

}}}  // namespace trace2::v0::read
