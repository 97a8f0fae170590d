// The process-wide state besides threads: start of the clock, id counters, misuse counts, and what
// the session has published. All target lists and all settings of translation units share it, so
// that differing tracers in one program belong to one session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/state/object_switches.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/redactor.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// The region objects that were not left as the innermost ones: how many, and where they are.
/// Threads: any. Never waits, never allocates.
class misplaced_regions {
 public:
  static constexpr std::size_t most_places = 32;

  void add(call_site at) noexcept {
    if (at.file == nullptr) return void(elsewhere_.fetch_add(1));
    for (place& each : places_) {
      bool const is_new = each.is_empty() && each.file.compare_exchange(nullptr, at.file);
      if (is_new) each.line.store_release(at.line);
      if (is_new || each.is(at)) {
        each.count.fetch_add(1);
        return;
      }
    }
    elsewhere_.fetch_add(1);
  }

  /// Calls `use(place, count)` for each place. Two threads may have begun to count the same place
  /// at the same moment: then it comes once, with the sum.
  [[gnu::cold]] void for_each(auto const& use) const noexcept {
    for (std::size_t i = 0; i < most_places; ++i) {
      place const& each = places_[i];
      if (each.is_empty() || has_before(i)) continue;
      std::uint64_t count = 0;
      for (std::size_t j = i; j < most_places; ++j)
        if (places_[j].is(each.at())) count += places_[j].count.load_relaxed();
      use(each.at(), count);
    }
  }
  /// Of further places, and without one.
  std::uint64_t elsewhere() const noexcept { return elsewhere_.load_relaxed(); }

 private:
  struct place {
    atomic<char const*> file{nullptr};
    atomic<int> line{0};
    atomic<std::uint64_t> count{0};

    bool is_empty() const noexcept { return file.load_acquire() == nullptr; }
    call_site at() const noexcept { return {file.load_relaxed(), line.load_acquire()}; }
    /// By its text, because each unit may have its own copy of a header's name.
    bool is(call_site other) const noexcept {
      char const* const own = file.load_acquire();
      return own != nullptr && line.load_acquire() == other.line &&
             __builtin_strcmp(own, other.file) == 0;
    }
  };

  bool has_before(std::size_t i) const noexcept {
    for (std::size_t j = 0; j < i; ++j)
      if (places_[j].is(places_[i].at())) return true;
    return false;
  }

  place places_[most_places];
  atomic<std::uint64_t> elsewhere_{0};
};

}}}  // namespace trace2::v0::detail

namespace trace2 { inline namespace v0 {

class settings;

namespace detail {

class process_identity;
class call_context;
class summing_thread;
class task_bodies;
struct session_parts;
struct trace_context_functions;

/// Misuse of the interface. Git aborts on some; here each use is counted, and the counts are
/// reported as `data` events before `atexit`.
struct misuse_counts {
  atomic<std::uint64_t> region_leave{0};  ///< without an open region (R-REG-08)
  atomic<std::uint64_t> sum{0};           ///< additions to timers or counters that found no room
  atomic<std::uint64_t> timer_stop{0};    ///< of a timer that isn't running (R-TMR-03)
  atomic<std::uint64_t> recursion{0};     ///< events that a sink emitted while it wrote an event
  atomic<std::uint64_t> task_run{0};      ///< of a task that another thread runs, or a scope around
  atomic<std::uint64_t> task_scope{0};    ///< left on another thread, or in another order
  atomic<std::uint64_t> task_end{0};      ///< of a task that another thread runs
  atomic<std::uint64_t> task_memory{0};   ///< tasks that found no memory
  atomic<std::uint64_t> task_elsewhere{0};  ///< tasks of an object that the session's knows none of
  /// Phases, and timers that kept no lengths, of a session without the feature `detailed_sums`.
  atomic<std::uint64_t> detailed_sums{0};
  misplaced_regions regions;                ///< that were not left as the innermost ones
};

/// The counts that each process keeps for itself; the child of a fork begins anew.
struct process_counts {
  atomic<int> next_child{0};
  atomic<int> next_exec{0};
  atomic<int> next_repo{1};
  atomic<std::uint64_t> last_task{0};
  atomic<std::uint64_t> ended_tasks{0};  ///< besides those that threads count themselves
  atomic<int> exit_code{0};
  atomic<bool> has_listed_config{false};
  atomic<bool> has_listed_variables{false};
  misuse_counts misuse;
};

/// Constant-initialised and never destroyed: static constructors and destructors of the program may
/// trace, and threads may outlive main.
struct process_state : process_counts {
  atomic<std::int64_t> origin{0};  ///< see fix_origin
  atomic<process_identity const*> identity{nullptr};
  atomic<settings const*> configuration{nullptr};
  atomic<unsigned> settings_readers{0};  ///< see settings_in_use

  /// Values that children inherit besides the session id; see inheritance.hpp.
  atomic<buffer const*> hierarchy{nullptr};
  atomic<buffer const*> inherited_context{nullptr};
  atomic<bool> exports{true};
  /// Null unless children get a trace context.
  atomic<trace_context_functions const*> trace_context{nullptr};

  /// Reports why targets have ended. The session sets this pointer, so that units that only trace
  /// don't contain code that nearly never runs.
  atomic<void (*)(call_context const&) noexcept> report_failures{nullptr};

  /// Gives the calling thread a context, which may fail. The session sets this pointer, so that
  /// units that only count don't see how.
  atomic<summing_thread* (*)() noexcept> begin_thread{nullptr};

  /// Shows the phases that are open; null as long as there has been none.
  atomic<void (*)() noexcept> show_phases{nullptr};

  /// Set in the child of a fork until its first event: gives the child a session of its own. All
  /// threads call it as long as it is set.
  atomic<void (*)() noexcept> begin_child{nullptr};

  /// The parts of the session that traces, or that traced last; null before.
  atomic<session_parts const*> parts{nullptr};

  /// Hides secrets in arguments, parameters and errors; null until a session begins, and when the
  /// user wants to see them (R-RED-06).
  atomic<redactor> redact_with{nullptr};
  /// Hides secrets in values, messages and texts of regions; null unless the user asks for it.
  atomic<redactor> redact_all_with{nullptr};

  /// The bodies of tasks; null as long as there has been none.
  atomic<task_bodies const*> tasks{nullptr};
  /// A number of the session: tasks of another one are over. In the child of a fork, too.
  atomic<std::uint32_t> task_era{1};

  atomic<bool> has_session{false};
  atomic<bool> had_session{false};  ///< a session has ended, and none has begun since

  /// Fixes the moment from which absolute times count, once the clock has started. The first caller
  /// wins (R-API-01, R-TIME-06).
  void fix_origin() noexcept {
    if (origin.load_acquire() == 0) set_origin(clock::now());
  }

  /// Restores the state before the first session. For tests.
  void reset() noexcept {
    all_object_switches.close();
    std::uint32_t const era = task_era.load_relaxed();
    *this = process_state{};
    task_era.store_relaxed(era + 1);
  }

  /// Begins the counts and the time of a new process at `now`.
  [[gnu::cold]] void restart_counting(std::int64_t now) noexcept {
    set_origin(now);
    task_era.fetch_add(1);
    process_counts::operator=({});
  }

  /// The time from the origin to a moment that the clock has returned (R-TIME-05).
  duration elapsed(std::int64_t ticks) const noexcept {
    return elapsed_at(clock::microseconds(ticks));
  }
  /// The time from the origin to a moment in microseconds of the monotonic clock.
  duration elapsed_at(std::int64_t microseconds) const noexcept {
    return duration::microseconds(microseconds - origin_microseconds_.load_relaxed());
  }

 private:
  void set_origin(std::int64_t ticks) noexcept {
    origin_microseconds_.store_relaxed(clock::microseconds(ticks));
    origin.store_release(ticks);
  }

  atomic<std::int64_t> origin_microseconds_{0};  ///< kept, because the clock forgets
};

inline constinit process_state this_process;

/// True if this object's session shows the system's numbers of threads: decided when the settings
/// change, because each thread asks.
inline constinit atomic<bool> shows_thread_ids{false};

/// The state of the session, which another object may hold; without a session, this object's.
inline process_state& session_process() noexcept {
  auto const* const on = verbs<true>();
  return on == nullptr ? this_process : *on->process;
}

/// True while a session is open whose state another object holds. Its verbs are all that this one
/// may use then.
inline bool is_guest() noexcept { return &session_process() != &this_process; }

/// The settings of a process while a thread reads them, or null. They are not given back meanwhile.
class [[nodiscard]] settings_in_use {
 public:
  explicit settings_in_use(process_state& of = this_process) noexcept : of_{of} {
    of_.settings_readers.fetch_add(1);
    full_fence();
    settings_ = of_.configuration.load_acquire();
  }
  settings_in_use(settings_in_use const&) = delete;
  settings_in_use& operator=(settings_in_use const&) = delete;
  ~settings_in_use() {
    full_fence();
    of_.settings_readers.fetch_add(0 - 1U);
  }

  settings const* get() const noexcept { return settings_; }
  settings const* operator->() const noexcept { return settings_; }

  /// True when no thread reads settings, and so none uses earlier ones of the process.
  static bool is_nobody_reading() noexcept {
    full_fence();
    return this_process.settings_readers.load_acquire() == 0;
  }

 private:
  process_state& of_;
  settings const* settings_;
};

}  // namespace detail
}}  // namespace trace2::v0
