// The recording of a process and those that follow it: each is begun beside the one before, and
// then takes its name.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/immortal.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/posix.hpp>
#include <trace2/detail/system/shield.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/mapped_system.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/recording/recording_watch.hpp>
#include <trace2/session/recording_hooks.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/settings/settings.hpp>

#include <cstdint>
#include <string_view>

#include <stdio.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// A part of the code that watches the recording. All functions but `left` and `stored` are
/// called while the thread has the turn.
struct recording_watcher {
  /// A recording was opened.
  void (*opened)(settings const& from) noexcept = nullptr;
  /// It ends.
  void (*closing)() noexcept = nullptr;
  bool (*has_same)(settings const& one, settings const& other) noexcept = nullptr;
  /// Does what is due, and returns when something is due next, in nanoseconds of the monotonic
  /// clock.
  std::int64_t (*tend)(std::int64_t now) noexcept = nullptr;
  void (*left)(static_site& site, std::int64_t begin, std::int64_t end) noexcept = nullptr;
  void (*stored)(untyped_record const& event) noexcept = nullptr;
  recording_watcher* next = nullptr;
};

/// Threads: any, also in a signal handler; nobody waits for another who has the turn, but a session
/// that opens or ends a recording.
class recording_succession {
 public:
  static constexpr std::int64_t never = INT64_MAX;
  static constexpr std::uint64_t no_size = UINT64_MAX;
  static constexpr std::int64_t second = 1'000'000'000;  // nanoseconds

  /// Before main.
  static bool add(recording_watcher& watcher) noexcept {
    watcher.next = watchers_;
    watchers_ = &watcher;
    watch_forks();
    recording::recording_watch::set(watch_);
    hooks_of_recordings.store_release(&hooks_);
    return true;
  }

  /// The right to change what is recorded where. Converts to false if another thread has it, or if
  /// no recording is open.
  class turn {
   public:
    explicit turn(bool waits = false) noexcept : is_held_{lock_.try_lock()} {
      for (bounded_wait wait{waits ? 1000 : 0}; !is_held_ && wait.pause();)
        is_held_ = lock_.try_lock();
    }
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;
    ~turn() {
      if (is_held_) lock_.unlock();
    }
    explicit operator bool() const noexcept { return is_held_ && file() != nullptr; }
    bool is_held() const noexcept { return is_held_; }

   private:
    errno_guard const guard_;
    bool is_held_;
  };

  /// With the turn: the recording, or null.
  static recording_file* file() noexcept {
    recording_file* const open = file_.load_acquire();
    bool const is_ours = open != nullptr && forks_ == fork_count::current();
    return is_ours && open->recorder() != nullptr ? open : nullptr;
  }
  /// With the turn: its recorder, or null. Any thread may lose the file: each caller asks once.
  static recording::recorder* recorder() noexcept {
    recording_file const* const open = file();
    return open == nullptr ? nullptr : open->recorder();
  }
  static std::string_view path() noexcept { return path_.c_str(); }
  /// With the turn: memory for two paths.
  static path_room& room(bool is_second) noexcept { return rooms_[is_second ? 1 : 0]; }
  /// With the turn: whether the file has its name, or nothing has: what others put there stays.
  static bool is_named() noexcept {
    recording::recorder const* const own = recorder();
    return own != nullptr && path_.is_free_for(*own);
  }
  static bool is_ring() noexcept { return options_.mode == recording_mode::ring; }

  /// With the turn: when the watchers are to be asked next, at the latest.
  static void be_due(std::int64_t at) noexcept {
    if (at < due_at_.load_relaxed()) due_at_.store_relaxed(at);
  }
  static void be_due_at_size(std::uint64_t size) noexcept { due_size_.store_relaxed(size); }

  /// With the turn: begins the next file. `put_aside()` deals with the one that has the name. False
  /// if that fails: the recording goes on in its file.
  [[gnu::cold]] static bool begin_next(auto const& put_aside) noexcept {
    recording_file* const to = file();
    if (to == nullptr || !is_named()) return false;
    path_text name{next_room_, path(), ".next"};
    char const* const next = name.get();
    if (next == nullptr) return false;
    ::unlink(next);
    int const fd = move_away(posix::open(next, recording_flags, recording_mode_bits));
    if (fd < 0) return false;
    char* const program = room(false).memory;
    options_.program = recording::mapped_system::program(program, sizeof path_room::memory);
    if (to->go_on_in(fd, options_, first_ == nullptr ? std::string_view{} : first_->view()) < 0) {
      ::unlink(next);
      return false;
    }
    put_aside();
    ::rename(next, path_.c_str());
    return true;
  }

 private:
  [[gnu::cold]] static void opened(recording_file& to, recording_options const& options,
                                   recording_path const& path, settings const& from) noexcept {
    turn const own{true};
    forget();
    // The thread that has the turn uses what follows.
    if (!own.is_held() || to.recorder() == nullptr) return;
    path_ = path;
    options_ = options;
    if (first_ != nullptr) first_->clear();
    forks_ = fork_count::current();
    file_.store_release(&to);
    for (auto const* each = watchers_; each != nullptr; each = each->next)
      if (each->opened != nullptr) each->opened(from);
  }
  static bool has_same(settings const& one, settings const& other) noexcept {
    bool is_same = true;
    for (auto const* each = watchers_; each != nullptr; each = each->next)
      is_same = is_same && each->has_same(one, other);
    return is_same;
  }
  [[gnu::cold]] static void closing(recording_file const& ending) noexcept {
    if (file_.load_acquire() != &ending) return;
    turn const own{true};
    // Also of a file that is lost.
    if (own.is_held() && forks_ == fork_count::current())
      for (auto const* each = watchers_; each != nullptr; each = each->next)
        if (each->closing != nullptr) each->closing();
    forget();
  }
  /// Also without the turn: who has it finds no recording any more.
  static void forget() noexcept {
    file_.store_release(nullptr);
    due_at_.store_relaxed(never);
    due_size_.store_relaxed(no_size);
  }

  static void look() noexcept { look_at(clock::nanoseconds(clock::now())); }
  static void look_at(std::int64_t now) noexcept {
    recording_file const* const open = file_.load_acquire();
    if (open == nullptr) return;
    auto const* const recorder = recording::recorder::current();
    if (recorder == nullptr ||
        (now < due_at_.load_relaxed() && recorder->size() < due_size_.load_relaxed()))
      return;
    tend(now);
  }
  [[gnu::cold]] static void tend(std::int64_t now) noexcept {
    if (recording::this_cursor.is_in_use()) return;
    cancellation_shield const uncancelled;
    turn const own;
    if (!own) return;
    std::int64_t next = never;
    due_at_.store_relaxed(next);
    for (auto const* each = watchers_; each != nullptr; each = each->next)
      if (std::int64_t const due = each->tend(now); due < next) next = due;
    due_at_.store_relaxed(next);
  }

  static void left(static_site& site, std::int64_t begin, std::int64_t end) noexcept {
    for (auto const* each = watchers_; each != nullptr; each = each->next)
      if (each->left != nullptr) each->left(site, begin, end);
  }
  static void stored(untyped_record const& event, std::string_view record) noexcept {
    if (recording::is_lasting_event(record)) keep_first(record);
    for (auto const* each = watchers_; each != nullptr; each = each->next)
      if (each->stored != nullptr) each->stored(event);
    look_at(clock::nanoseconds(event.ticks));
  }
  [[gnu::cold]] static void keep_first(std::string_view record) noexcept {
    turn const own;
    if (own && first_ == nullptr) first_ = immortal<buffer>::make();
    if (own && first_ != nullptr) first_->append(record);
  }

  static constexpr recording::recording_watch watch_{&look, &left, &stored, &closing};
  static constexpr recording_hooks hooks_{&opened, &has_same};
  static inline constinit recording_watcher* watchers_ = nullptr;
  static inline constinit fork_lock lock_;
  static inline constinit atomic<recording_file*> file_{nullptr};
  static inline constinit unsigned forks_ = 0;
  static inline constinit recording_options options_{};
  static inline constinit recording_path path_;
  // Not on the stack, which may be small; their user has the turn.
  static inline path_room next_room_;
  static inline path_room rooms_[2];
  /// The first events of the process, which each file repeats.
  static inline constinit buffer* first_ = nullptr;
  static inline constinit atomic<std::int64_t> due_at_{never};
  static inline constinit atomic<std::uint64_t> due_size_{no_size};
};

}}}  // namespace trace2::v0::detail
