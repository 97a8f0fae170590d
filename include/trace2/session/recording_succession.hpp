// The recording of a process and those that follow it: each is begun beside the one before, and
// then takes its name.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/mapped_system.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/recording/recording_watch.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <string_view>

#include <stdio.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// A part of the code that watches the recording. All functions but `left` and `stored` are
/// called while the thread has the lock.
struct recording_watcher {
  /// A recording was opened.
  void (*opened)(settings const& from) noexcept = nullptr;
  /// Called when the recording ends.
  void (*closing)() noexcept = nullptr;
  bool (*has_same)(settings const& one, settings const& other) noexcept = nullptr;
  /// Does what is due, and returns when something is due next, in nanoseconds of the monotonic
  /// clock.
  std::int64_t (*tend)(std::int64_t now) noexcept = nullptr;
  void (*left)(static_site& site, std::int64_t begin, std::int64_t end) noexcept = nullptr;
  void (*stored)(untyped_record const& event) noexcept = nullptr;
  recording_watcher* next = nullptr;
};

/// Threads: any, also in a signal handler; nobody waits for another who has the lock, but a session
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

  /// The lock of a thread that changes what is recorded where. Converts to false if another thread
  /// has it, or if no recording is open.
  class lock {
   public:
    explicit lock(bool waits = false) noexcept : held_{lock_, waits ? 1000 : 0} {}
    explicit operator bool() const noexcept { return is_held() && file() != nullptr; }
    bool is_held() const noexcept { return static_cast<bool>(held_); }

   private:
    errno_guard const guard_;
    lock_attempt<timed_fork_lock> const held_;
  };

  /// With the lock: the recording, or null.
  static recording_file* file() noexcept {
    recording_file* const open = file_.load_acquire();
    bool const is_ours = open != nullptr && forks_ == fork_count::current();
    return is_ours && open->recorder() != nullptr ? open : nullptr;
  }
  /// With the lock: its recorder, or null. Any thread may lose the file: each caller asks once.
  static recording::recorder* recorder() noexcept {
    recording_file const* const open = file();
    return open == nullptr ? nullptr : open->recorder();
  }
  static std::string_view path() noexcept { return path_.c_str(); }
  /// With the lock: memory for two paths.
  static path_buffer& path_memory(bool is_second) noexcept {
    return path_buffers_[is_second ? 1 : 0];
  }
  /// With the lock: whether the file has its name, or nothing has: what others put there stays.
  static bool is_named() noexcept {
    recording::recorder const* const own = recorder();
    return own != nullptr && path_.is_free_for(*own);
  }
  static bool is_ring() noexcept { return options_.mode == recording_mode::ring; }

  /// With the lock: when the watchers are to be asked next, at the latest.
  static void be_due(std::int64_t at) noexcept {
    if (at < due_at_.load_relaxed()) due_at_.store_relaxed(at);
  }
  static void be_due_at_size(std::uint64_t size) noexcept { set_due(size, window_size_); }
  /// The same for a ring that is kept; `no_size` when it is not any more.
  static void be_kept_to_size(std::uint64_t size) noexcept { set_due(due_file_size_, size); }

  /// With the lock: begins the next file. `put_aside()` deals with the one that has the name. False
  /// if that fails: the recording goes on in its file.
  [[gnu::cold]] static bool begin_next(auto const& put_aside) noexcept {
    recording_file* const to = file();
    if (to == nullptr || !is_named()) return false;
    path_text name{next_path_, path(), ".next"};
    char const* const next = name.get();
    if (next == nullptr) return false;
    ::unlink(next);
    int const fd = move_away(system_calls::open(next, recording_open_mode, recording_permissions));
    if (fd < 0) return next_error_ = -fd, false;
    char* const program = path_memory(false).bytes;
    options_.program = recording::mapped_system::program(program, sizeof path_buffer::bytes);
    if (int const result =
            to->go_on_in(fd, options_, first_ == nullptr ? std::string_view{} : first_->view());
        result < 0) {
      next_error_ = -result;
      ::unlink(next);
      return false;
    }
    put_aside();
    ::rename(next, path_.c_str());
    return true;
  }

 private:
  static void set_due(std::uint64_t file_size, std::uint64_t window_size) noexcept {
    due_file_size_ = file_size;
    window_size_ = window_size;
    due_size_.store_relaxed(file_size < window_size ? file_size : window_size);
  }

  [[gnu::cold]] static void opened(recording_file& to, recording_options const& options,
                                   recording_path const& path, settings const& from) noexcept {
    lock const own{true};
    forget();
    // The thread that has the lock uses what follows.
    if (!own.is_held() || to.recorder() == nullptr) return;
    path_ = path;
    options_ = options;
    if (first_ != nullptr) first_->clear();
    set_due(no_size, no_size);
    next_error_ = 0;
    diagnoses_ = from.diagnoses();
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
    lock const own{true};
    // A file that is lost ends, too. The child of a fork closes its parent's file unseen.
    if (own.is_held() && forks_ == fork_count::current()) {
      for (auto const* each = watchers_; each != nullptr; each = each->next)
        if (each->closing != nullptr) each->closing();
      // Said here, because the failure may have come in a signal handler.
      if (next_error_ != 0 && diagnoses_)
        warn({"the recording '", path(),
              "' could not go on in another file: ", error_text(next_error_)});
    }
    forget();
  }
  /// Also without the lock: who has it finds no recording any more.
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
    cancellation_guard const uncancelled;
    lock const own;
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
    lock const own;
    if (own && first_ == nullptr) first_ = leaked<buffer>::make();
    if (own && first_ != nullptr) first_->append(record);
  }

  static constexpr recording::recording_watch watch_{&look, &left, &stored, &closing};
  static constexpr recording_hooks hooks_{&opened, &has_same};
  static inline constinit recording_watcher* watchers_ = nullptr;
  static inline constinit timed_fork_lock lock_;
  static inline constinit atomic<recording_file*> file_{nullptr};
  static inline constinit unsigned forks_ = 0;
  static inline constinit recording_options options_{};
  static inline constinit recording_path path_;
  static inline constinit int next_error_ = 0;  ///< why the latest next file could not be made
  static inline constinit bool diagnoses_ = false;
  // Not on the stack, which may be small; their user has the lock.
  static inline path_buffer next_path_;
  static inline path_buffer path_buffers_[2];
  /// The first events of the process, which each file repeats.
  static inline constinit buffer* first_ = nullptr;
  static inline constinit atomic<std::int64_t> due_at_{never};
  static inline constinit atomic<std::uint64_t> due_size_{no_size};  ///< the least of these
  static inline constinit std::uint64_t due_file_size_ = no_size;
  static inline constinit std::uint64_t window_size_ = no_size;
};

}}}  // namespace trace2::v0::detail
