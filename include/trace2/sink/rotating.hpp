// The sink for a file that is put aside when it is large or old, so that the trace of a daemon
// doesn't fill the disk.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/posix/only.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

#include <stdio.h>
#include <sys/file.h>
#include <time.h>

namespace trace2 { inline namespace v0 {

/// When a file is put aside, and how many such files stay. 0: never.
struct rotation_limits {
  std::uint64_t size = 0;     ///< bytes; the file grows somewhat beyond
  std::uint64_t seconds = 0;  ///< at each multiple of this since the epoch, in UTC
  unsigned kept = 5;  ///< `path.1`, the newest, to `path.5`; without any the file is removed
};

/// Appends to the file at a path. When a limit is reached, `path` becomes `path.1`, `path.1`
/// becomes `path.2` and so on, and a new file is begun. When somebody else has moved the file, the
/// sink follows within a second: so several processes append to one file, and one of them rotates.
///
/// Lifetime: see `sink`. Threads: any, several sinks and processes; lines stay whole, and no thread
/// waits for another that rotates. Errors: as of a descriptor sink. A file that can't be rotated,
/// because it is a link or the directory is not the user's, grows on. Cost: a reading of the clock
/// per write, an fstat(2) and a stat(2) at most once a second and once in a sixteenth of the size.
template <class System = detail::sink_system>
class basic_rotating_sink final : public sink {
  using file_sink = basic_descriptor_sink<System>;
  using open_mode = detail::open_mode;

 public:
  /// Opens the file at the path, which is copied, as `file_sink` does.
  basic_rotating_sink(char const* path, rotation_limits const& limits) noexcept
      : basic_rotating_sink{path, limits, detail::open_file<System>(path)} {}
  /// Takes over `opened`, the file at the path.
  basic_rotating_sink(char const* path, rotation_limits const& limits,
                      owned_descriptor opened) noexcept
      : limits_{limits} {
    detail::watch_forks();
    path_.append(std::string_view{path});
    path_.c_str();
    if (path_.failed() && opened.value >= 0) {
      System::close(opened.value);
      opened.value = -ENOMEM;
    }
    places_[0].open(opened.value);
    start(places_[0]);
  }
  basic_rotating_sink(basic_rotating_sink const&) = delete;
  basic_rotating_sink& operator=(basic_rotating_sink const&) = delete;
  ~basic_rotating_sink() { close(); }

  void write(std::string_view lines) noexcept override {
    use([lines](file_sink& to) { to.write(lines); });
    if (is_due(lines.size())) look();
  }
  /// Rotates nothing, because a signal handler may be the caller.
  void write_now(std::string_view lines) noexcept override {
    use([lines](file_sink& to) { to.write_now(lines); });
  }
  void close() noexcept override {
    for (place& each : places_)
      if (each.state.load_acquire() < place::ending) each.to().close();
  }

  int error() const noexcept override {
    int result = 0;
    use([&result](file_sink& to) { result = to.error(); });
    return result;
  }
  std::uint64_t dropped() const noexcept override {
    std::uint64_t result = 0;
    use([&result](file_sink& to) { result = to.dropped(); });
    return dropped_before_.load_relaxed() + result;
  }
  int drop_reason() const noexcept override {
    int result = 0;
    use([&result](file_sink& to) { result = to.drop_reason(); });
    return result != 0 ? result : reason_before_.load_relaxed();
  }
  bool is_signal_safe() const noexcept override { return true; }

 private:
  /// The active one, one that the last threads leave, and two that a forked child can lose: they
  /// stay in the use of threads that only the parent has.
  static constexpr unsigned place_count = 4;
  static constexpr std::int64_t second = 1'000'000'000;  // nanoseconds

  /// A file that threads write to.
  struct place {
    // How many threads use the place, and one of these marks: in one number, so that the mark and
    // the number always belong together.
    static constexpr unsigned left = 1u << 28;    ///< its last user ends it
    static constexpr unsigned ending = 1u << 29;  ///< a thread ends it
    static constexpr unsigned closed = 1u << 30;

    alignas(file_sink) char memory[sizeof(file_sink)];
    int fd = -1;
    detail::atomic<unsigned> state{closed};

    file_sink& to() noexcept { return *std::launder(reinterpret_cast<file_sink*>(memory)); }
    /// Threads that see the change also see what this thread did before.
    void add(unsigned amount) noexcept {
      unsigned seen = 0;
      do {
        seen = state.load_relaxed();
      } while (!state.compare_exchange(seen, seen + amount));
    }
    void open(int opened) noexcept {
      fd = opened;
      ::new (static_cast<void*>(memory)) file_sink{owned_descriptor{opened}};
      add(0 - closed);
    }
  };

  /// Calls `action(sink)` with that of the active file, which stays open meanwhile.
  void use(auto const& action) const noexcept {
    for (bool is_active = false; !is_active;) {
      unsigned const at = active_.load_acquire();
      place& used = places_[at];
      used.add(1);
      detail::full_fence();
      is_active = active_.load_acquire() == at;
      if (is_active) action(used.to());
      used.add(0 - 1u);
      end_if_unused(used);
    }
  }
  void end_if_unused(place& used) const noexcept {
    if (used.state.load_acquire() != place::left ||
        !used.state.compare_exchange(place::left, place::ending))
      return;
    if (int const reason = used.to().drop_reason(); reason != 0)
      reason_before_.store_relaxed(reason);
    dropped_before_.fetch_add(used.to().dropped());
    used.to().file_sink::~file_sink();
    used.add(place::closed - place::ending);
  }

  /// True for one thread, when it is time to look at the file.
  bool is_due(std::size_t written) noexcept {
    std::int64_t const now = System::monotonic_nanoseconds();
    std::int64_t const next = next_look_.load_relaxed();
    bool const is_much =
        limits_.size != 0 && written_.fetch_add(written) + written > limits_.size / 16;
    if (!is_much && now < next) return false;
    if (!next_look_.compare_exchange(next, now + second)) return false;
    written_.store_relaxed(0);
    return true;
  }

  [[gnu::cold]] void look() noexcept {
    detail::errno_guard const guard;
    detail::cancellation_guard const uncancelled;
    if (!looking_.try_lock()) return;
    place& now = places_[active_.load_relaxed()];
    detail::file_status ours;
    detail::file_status named;
    if (now.to().error() == 0 && System::status(now.fd, ours) == 0) {
      bool const is_named = System::link_status(path_.data(), named) == 0;
      if (!is_named || named.number() != ours.number())
        follow(is_named && named.is_link(), ours.permissions());
      else if (is_over(ours) && put_aside(ours))
        follow(false, ours.permissions());
    }
    looking_.unlock();
  }

  bool is_over(detail::file_status const& file) const noexcept {
    if (limits_.size != 0 && file.size() >= limits_.size) return true;
    return limits_.seconds != 0 && file.size() != 0 && period() != period_;
  }
  std::uint64_t period() const noexcept {
    return limits_.seconds == 0 ? 0 : static_cast<std::uint64_t>(::time(nullptr)) / limits_.seconds;
  }

  /// Renames the files. One process at a time does so, under a lock on the file, and only if the
  /// file has its name still. The lock needs a descriptor of its own: forked processes share the
  /// descriptors that they write to, and with them the locks.
  bool put_aside(detail::file_status const& ours) noexcept {
    if (!ours.is_regular()) return false;
    int const fd = open_again({}, 0);
    if (fd < 0) return false;
    detail::file_status named;
    bool is_aside = false;
    if (System::status(fd, named) == 0 && named.number() == ours.number() && has_turn(fd)) {
      bool const is_named =
          System::link_status(path_.data(), named) == 0 && named.number() == ours.number();
      is_aside = !is_named || rename_all();
      ::flock(fd, LOCK_UN);
    }
    System::close(fd);
    return is_aside;
  }
  /// Any reader of the file could hold its lock, but can't make it grow for ever.
  bool has_turn(int fd) noexcept {
    constexpr std::int64_t most = 10 * second;
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    std::int64_t const now = System::monotonic_nanoseconds();
    if (refused_since_ == 0) refused_since_ = now;
    return now - refused_since_ > most;
  }
  bool rename_all() const noexcept {
    // Where a file has to stay, the next one would take its name.
    for (unsigned to = limits_.kept; to > 1; --to)
      if (!rename(to - 1, to) && errno != ENOENT) return false;
    return limits_.kept == 0 ? ::unlink(path_.data()) == 0 : rename(0, 1);
  }
  /// Opens what has the name now, unless it is a link.
  int open_again(open_mode further, unsigned permissions) const noexcept {
    constexpr open_mode mode = detail::append_mode | open_mode::no_link;
    return detail::move_away<System>(System::open(path_.data(), mode | further, permissions));
  }
  bool rename(unsigned from, unsigned to) const noexcept {
    buffer rooms[2];
    auto const name = [&](unsigned number, buffer& room) noexcept {
      room.append(path_.view());
      if (number != 0) room.append('.'), room.append_decimal(number);
      return room.c_str();
    };
    char const* const old_name = name(from, rooms[0]);
    char const* const new_name = name(to, rooms[1]);
    if (old_name == nullptr || new_name == nullptr) return errno = ENOMEM, false;
    return ::rename(old_name, new_name) == 0;
  }

  /// Writes to the file that has the name now. Nobody waits: who writes to the old file closes it.
  /// A new file may be read by nobody who may not read the old one.
  void follow(bool is_link, unsigned permissions) noexcept {
    if (is_link) return;
    for (unsigned at = 0; at < place_count; ++at) {
      place& free = places_[at];
      if (free.state.load_acquire() != place::closed) continue;
      int const opened = open_again(open_mode::or_create, permissions & detail::append_permissions);
      if (opened < 0) return;
      detail::file_status status;
      // Others may have put another file of this user there, by a second name.
      if (System::status(opened, status) != 0 || status.owner() != System::geteuid() ||
          status.links() > 1) {
        System::close(opened);
        return;
      }
      place& before = places_[active_.load_relaxed()];
      free.open(opened);
      start(free);
      active_.store_release(at);
      detail::full_fence();
      before.add(place::left);
      return end_if_unused(before);
    }
  }
  /// The period of a file that has lines is that of the latest.
  void start(place const& opened) noexcept {
    detail::file_status status;
    period_ = period();
    refused_since_ = 0;
    if (limits_.seconds != 0 && opened.fd >= 0 && System::status(opened.fd, status) == 0 &&
        status.size() != 0)
      period_ = static_cast<std::uint64_t>(status.changed_at() / 1'000'000) / limits_.seconds;
  }

  rotation_limits const limits_;
  buffer path_;
  mutable place places_[place_count];
  detail::atomic<unsigned> active_{0};
  detail::fork_lock looking_;  ///< held by the thread that looks at the file
  detail::atomic<std::int64_t> next_look_{0};
  detail::atomic<std::uint64_t> written_{0};  ///< bytes since the last look
  // Of the files that are closed.
  mutable detail::atomic<std::uint64_t> dropped_before_{0};
  mutable detail::atomic<int> reason_before_{0};
  std::uint64_t period_ = 0;
  std::int64_t refused_since_ = 0;  ///< the lock on the file; 0: not refused
};

using rotating_sink = basic_rotating_sink<>;

}}  // namespace trace2::v0
