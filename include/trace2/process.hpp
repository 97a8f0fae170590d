// The process-wide state besides threads: clock start, session id, id counters, what was misused.
// It is the same for every target list and every setting of a translation unit, so that differing
// tracers in one program share one session.
#pragma once

#include <trace2/detail/atomic.hpp>
#include <trace2/detail/buffer.hpp>
#include <trace2/detail/clock.hpp>
#include <trace2/detail/escape.hpp>
#include <trace2/detail/posix.hpp>
#include <trace2/detail/sha1.hpp>
#include <trace2/detail/utc_time.hpp>
#include <trace2/value.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

namespace trace2::inline v0 {

class settings;

namespace detail {

/// Who the process is among its ancestors. Never changed once published, kept for the life of the
/// process.
class process_identity {
 public:
  /// Own component `<time>-<host>-<process>` behind the parent's id, which is taken as it is
  /// (R-SID-01..03). Null when memory ran out.
  static process_identity* make(std::string_view parent, std::int64_t wall_microseconds,
                                std::string_view host, std::uint32_t pid) noexcept {
    buffer own;
    append_sid_time(own, wall_microseconds);
    own.append("-H");
    append_hex(own, sha1{host}.word(0));
    return make(parent, own, pid);
  }

  /// The same for this process on this machine.
  static process_identity* make(std::string_view parent, std::int64_t wall_microseconds) noexcept {
    auto const pid = static_cast<std::uint32_t>(posix::getpid());
    char host[max_host + 1]{};
    if (posix::gethostname(host, max_host) >= 0) return make(parent, wall_microseconds, host, pid);
    buffer own;
    append_sid_time(own, wall_microseconds);
    own.append("-Localhost");
    return make(parent, own, pid);
  }

  /// An id as the caller wants it.
  static process_identity* make(std::string_view parent, std::string_view own) noexcept {
    auto* const made = new (std::nothrow) process_identity;
    if (made == nullptr) return nullptr;
    if (!parent.empty()) {
      made->sid_.append(parent);
      made->sid_.append('/');
    }
    made->component_ = made->sid_.size();
    made->sid_.append(own);
    made->sid_.c_str();
    append_json_escaped(made->sid_json_, made->sid());
    for (char const c : made->sid()) made->depth_ += c == '/';
    return made;
  }

  std::string_view sid() const noexcept { return sid_.view(); }
  char const* c_str() const noexcept { return sid_.data(); }
  /// The same between the quotes of a JSON string.
  std::string_view sid_json() const noexcept { return sid_json_.view(); }
  /// What this process added to its parent's id: names its file in a directory (R-DST-10).
  std::string_view component() const noexcept { return sid().substr(component_); }
  /// Number of ancestors in the id (R-SID-05).
  int depth() const noexcept { return depth_; }

 private:
  static constexpr std::size_t max_host = 64;

  static process_identity* make(std::string_view parent, buffer& own, std::uint32_t pid) noexcept {
    own.append("-P");
    append_hex(own, pid);
    return make(parent, own.view());
  }

  static void append_hex(buffer& out, std::uint32_t value) noexcept {
    for (int shift = 28; shift >= 0; shift -= 4)
      out.append("0123456789abcdef"[(value >> shift) & 15]);
  }

  buffer sid_;
  buffer sid_json_;
  std::size_t component_ = 0;
  int depth_ = 0;
};

/// Uses of the interface that make no sense. Git aborts on some; here they are counted and reported
/// as `data` events before `atexit`.
struct misuse_counts {
  atomic<std::uint64_t> region_leave{0};  ///< without an open region (R-REG-08)
  atomic<std::uint64_t> timer_stop{0};    ///< of a timer that is not running (R-TMR-03)
  atomic<std::uint64_t> recursion{0};     ///< events that a sink emitted while it took an event
};

/// Constant-initialised and never destroyed: static constructors and destructors of the program may
/// trace, and threads may outlive main.
struct process_state {
  /// Not 0 while events go anywhere: all that a call reads while tracing is off (R-API-34).
  atomic<unsigned> active{0};

  atomic<std::int64_t> origin{0};  ///< see start_clock
  atomic<process_identity const*> identity{nullptr};
  atomic<settings const*> configuration{nullptr};
  atomic<bool> redacts{true};

  atomic<int> next_child{0};
  atomic<int> next_exec{0};
  atomic<int> next_repo{1};
  atomic<int> exit_code{0};
  atomic<bool> has_listed_config{false};
  atomic<bool> has_listed_variables{false};
  atomic<bool> has_session{false};
  misuse_counts misuse;

  /// Fixes the instant, in nanoseconds of the monotonic clock, that absolute times count from. The
  /// first caller wins (R-API-01, R-TIME-06).
  void start_clock() noexcept {
    if (origin.load_acquire() == 0) origin.store_release(clock::monotonic());
  }

  /// Starts counting anew, without a session: for tests.
  void reset() noexcept {
    active.store_relaxed(0);
    origin.store_relaxed(0);
    identity.store_relaxed(nullptr);
    configuration.store_relaxed(nullptr);
    redacts.store_relaxed(true);
    next_child.store_relaxed(0);
    next_exec.store_relaxed(0);
    next_repo.store_relaxed(1);
    exit_code.store_relaxed(0);
    has_listed_config.store_relaxed(false);
    has_listed_variables.store_relaxed(false);
    has_session.store_relaxed(false);
    misuse.region_leave.store_relaxed(0);
    misuse.timer_stop.store_relaxed(0);
    misuse.recursion.store_relaxed(0);
  }

  /// From the origin to `now`, in whole microseconds (R-TIME-05).
  seconds elapsed(std::int64_t now) const noexcept { return between(origin.load_relaxed(), now); }

  static seconds between(std::int64_t begin, std::int64_t end) noexcept {
    return {end / 1000 - begin / 1000};
  }
};

inline constinit process_state this_process;

}  // namespace detail
}  // namespace trace2::inline v0
