// Merges the recordings of several processes into one sequence of events.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/input.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// The losses of a recording.
struct recording_losses {
  std::uint64_t dropped = 0;           ///< events that found no room
  std::uint64_t damages = 0;           ///< damaged places
  std::uint64_t left_out = 0;          ///< records beyond the reader's limits
  std::uint64_t cut_indentations = 0;  ///< lines of PERF
  bool has_jump = false;               ///< a ring that was kept has lost later events
  bool is_unread = false;              ///< the recording could not be opened again
};

/// Merges recordings of any number of processes by the time of day. The order of events within a
/// process never changes.
///
/// At most `most_open` recordings of ended processes are open at the same time. The others are
/// opened again when their turn comes.
class merged_recordings {
 public:
  /// Opens a recording, which takes its memory from the budget.
  using opener =
      std::function<std::unique_ptr<flight_recording>(input_file const&, memory_budget&)>;
  static constexpr std::size_t default_most_open = 256;

  using entry = merged_event;

  explicit merged_recordings(opener open, std::size_t most_open = default_most_open)
      : open_{std::move(open)}, most_open_{most_open} {}
  merged_recordings(merged_recordings const&) = delete;
  merged_recordings& operator=(merged_recordings const&) = delete;

  /// The budget that all recordings share.
  memory_budget& memory() noexcept { return memory_; }

  /// Adds a recording that takes its memory from `memory()`. False if it has no event yet.
  bool add(input_file file, std::unique_ptr<flight_recording> recording) {
    all_.push_back(std::make_unique<known_recording>());
    known_recording& added = *all_.back();
    added.is_over = !recording->is_live();
    added.number = all_.size();
    added.file = std::move(file);
    added.recording = std::move(recording);
    ++open_count_;
    go_on(added);
    bool const has_event = added.event != nullptr;
    bool const can_wait = added.is_over && !added.file.is_pipe;
    if (added.recording != nullptr && can_wait && open_count_ > most_open_) close(added);
    return has_event;
  }

  bool empty() const noexcept { return all_.empty(); }

  /// The next event of all recordings, valid until the next call.
  entry next() {
    if (latest_ != nullptr) {
      latest_->event = latest_->recording->next();
      if (latest_->event != nullptr && is_first(*latest_)) [[likely]]
        return {latest_->recording.get(), latest_->event};
    }
    return next_of_another();
  }

  /// Reads the events that processes have added since; false when no process can add more.
  bool refresh() {
    bool is_any_live = false;
    for (auto const& known : all_) {
      if (known->is_over) continue;
      known->recording->refresh();
      known->is_over = !known->recording->is_live();
      is_any_live = is_any_live || !known->is_over;
      if (known->event == nullptr) go_on(*known);
    }
    return is_any_live;
  }

  /// Calls `use` with the path and the losses of each recording, as far as it has been read.
  template <class Use>
  void for_each(Use&& use) const {
    for (auto const& known : all_)
      use(known->file.path,
          known->recording == nullptr ? known->losses : losses_of(*known->recording));
  }

  static recording_losses losses_of(flight_recording const& recording) {
    return {.dropped = recording.dropped(),
            .damages = recording.damages(),
            .left_out = recording.left_out(),
            .cut_indentations = recording.cut_indentations(),
            .has_jump = recording.has_jump()};
  }

 private:
  struct known_recording {
    input_file file{};
    std::size_t number = 0;
    std::unique_ptr<flight_recording> recording{};  ///< null while it waits, and at its end
    flight_recording::event const* event = nullptr;
    recording_losses losses{};  ///< losses at the time of closing
    bool is_over = false;       ///< its process has ended: no event will be added
  };

  struct offer {
    std::int64_t wall_nanoseconds;
    known_recording* of;

    friend bool operator>(offer const& a, offer const& b) noexcept {
      return a.wall_nanoseconds != b.wall_nanoseconds ? a.wall_nanoseconds > b.wall_nanoseconds
                                                      : a.of->number > b.of->number;
    }
  };

  static offer offer_of(known_recording& known) noexcept {
    return {known.event->wall_nanoseconds, &known};
  }
  bool is_first(known_recording& known) const noexcept {
    return order_.empty() || order_.top() > offer_of(known);
  }

  [[gnu::noinline]] entry next_of_another() {
    if (latest_ != nullptr) take_in(*std::exchange(latest_, nullptr));
    while (!order_.empty()) {
      known_recording& first = *order_.top().of;
      order_.pop();
      if (first.recording == nullptr && !open_again(first)) continue;
      latest_ = &first;
      return {first.recording.get(), first.event};
    }
    return {};
  }

  /// Fetches the next event of a recording.
  void go_on(known_recording& known) {
    known.event = known.recording->next();
    take_in(known);
  }
  void take_in(known_recording& known) {
    if (known.event != nullptr)
      order_.push(offer_of(known));
    else if (known.is_over)
      close(known);
  }

  void close(known_recording& known) {
    known.losses = losses_of(*known.recording);
    known.event = nullptr;
    known.recording.reset();
    --open_count_;
  }

  bool open_again(known_recording& known) {
    known.recording = open_(known.file, memory_);
    known.losses.is_unread = known.recording == nullptr;
    if (known.losses.is_unread) return false;
    ++open_count_;
    known.event = known.recording->next();
    if (known.event == nullptr) close(known);
    return known.event != nullptr;
  }

  memory_budget memory_{limits::recordings_memory};
  opener open_;
  std::size_t most_open_;
  std::size_t open_count_ = 0;
  std::vector<std::unique_ptr<known_recording>> all_;
  std::priority_queue<offer, std::vector<offer>, std::greater<>> order_;
  known_recording* latest_ = nullptr;
};

}}}  // namespace trace2::v0::read
