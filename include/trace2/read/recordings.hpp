// Several recordings as one: of the processes that worked on one thing.
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

/// What a recording lacks.
struct recording_losses {
  std::uint64_t dropped = 0;  ///< events for which there was no room
  std::uint64_t damages = 0;  ///< places that could not be understood
  bool is_unread = false;     ///< it could not be opened again
};

/// Recordings of any number of processes, merged by the time of day; the order within each process
/// is never touched.
///
/// Of processes that have ended no more than `most_open` are open at the same time. The others are
/// opened again when it is their turn.
class merged_recordings {
 public:
  using opener = std::function<std::unique_ptr<flight_recording>(input_file const&)>;
  static constexpr std::size_t default_most_open = 256;

  struct entry {
    flight_recording* of = nullptr;
    flight_recording::event const* event = nullptr;
    explicit operator bool() const noexcept { return event != nullptr; }
  };

  explicit merged_recordings(opener open, std::size_t most_open = default_most_open)
      : open_{std::move(open)}, most_open_{most_open} {}
  merged_recordings(merged_recordings const&) = delete;
  merged_recordings& operator=(merged_recordings const&) = delete;

  void add(input_file file, std::unique_ptr<flight_recording> recording) {
    all_.push_back(std::make_unique<known_recording>());
    known_recording& added = *all_.back();
    added.is_over = !recording->is_live();
    added.number = all_.size();
    added.file = std::move(file);
    added.recording = std::move(recording);
    ++open_count_;
    go_on(added);
    bool const can_wait = added.is_over && !added.file.is_pipe;
    if (added.recording != nullptr && can_wait && open_count_ > most_open_) close(added);
  }

  bool empty() const noexcept { return all_.empty(); }

  /// The next event of all, valid until the next call.
  entry next() {
    if (latest_ != nullptr) go_on(*std::exchange(latest_, nullptr));
    while (!order_.empty()) {
      known_recording& first = *order_.top().of;
      order_.pop();
      if (first.recording == nullptr && !open_again(first)) continue;
      latest_ = &first;
      return {first.recording.get(), first.event};
    }
    return {};
  }

  /// Looks for what has been recorded since; false when no more can come.
  bool refresh() {
    bool is_any_live = false;
    for (auto const& known : all_) {
      if (known->is_over) continue;
      // Asked first: what a process records before it ends is still found then.
      bool const is_live = known->recording->is_live();
      is_any_live = is_any_live || is_live;
      known->recording->refresh();
      if (known->event == nullptr) go_on(*known);
    }
    return is_any_live;
  }

  /// Calls `use` with the path of each recording, and what it lacks of what was read so far.
  template <class Use>
  void for_each(Use&& use) const {
    for (auto const& known : all_)
      use(known->file.path,
          known->recording == nullptr ? known->losses : losses_of(*known->recording));
  }

 private:
  struct known_recording {
    input_file file{};
    std::size_t number = 0;
    std::unique_ptr<flight_recording> recording{};  ///< null while it waits, and at its end
    flight_recording::event const* event = nullptr;
    recording_losses losses{};  ///< of one that has been closed
    bool is_over = false;       ///< nothing will be added to it
  };

  struct offer {
    std::int64_t wall_nanoseconds;
    known_recording* of;

    friend bool operator>(offer const& a, offer const& b) noexcept {
      return a.wall_nanoseconds != b.wall_nanoseconds ? a.wall_nanoseconds > b.wall_nanoseconds
                                                      : a.of->number > b.of->number;
    }
  };

  static recording_losses losses_of(flight_recording const& recording) noexcept {
    return {.dropped = recording.dropped(), .damages = recording.damages()};
  }

  /// Goes on to the next event of a recording.
  void go_on(known_recording& known) {
    known.event = known.recording->next();
    if (known.event != nullptr)
      order_.push({known.event->wall_nanoseconds, &known});
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
    known.recording = open_(known.file);
    known.losses.is_unread = known.recording == nullptr;
    if (known.losses.is_unread) return false;
    ++open_count_;
    known.event = known.recording->next();
    if (known.event == nullptr) close(known);
    return known.event != nullptr;
  }

  opener open_;
  std::size_t most_open_;
  std::size_t open_count_ = 0;
  std::vector<std::unique_ptr<known_recording>> all_;
  std::priority_queue<offer, std::vector<offer>, std::greater<>> order_;
  known_recording* latest_ = nullptr;
};

}}}  // namespace trace2::v0::read
