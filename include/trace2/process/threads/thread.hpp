// The context of a thread: its name, its open regions, its sums, where it records, and memory for
// what a call makes of its arguments. Only the thread itself uses it; other threads only read the
// sums.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/thread_end.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/state/lost_events.hpp>
#include <trace2/process/threads/line_patterns.hpp>
#include <trace2/process/threads/region_stack.hpp>
#include <trace2/process/threads/running_tasks.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

namespace recording {
class lane;
class recorder;
}  // namespace recording

/// Where a thread records, as its context knows it: for the end of the thread, when its
/// thread_local objects may be gone.
template <bool IsKept>
struct kept_lane {
  recording::lane* place = nullptr;
  recording::recorder* owner = nullptr;
};
template <>
struct kept_lane<false> {};

/// Memory for what a call makes of its arguments before it publishes an event. Each buffer has one
/// user at a time, and keeps its capacity, so that a thread stops allocating after its first
/// events.
struct scratch {
  buffer message;
  buffer json;
  buffer redacted;
  basic_buffer<std::string_view> arguments;
  bool is_taken = false;
  unsigned nested = 0;  ///< calls inside the one that has taken this, with memory of their own
};

/// The context of a thread from thread_start (or its first event) to thread_exit (or its end).
class thread_context : public summing_thread {
 public:
  /// `number` 0 means the main thread, whose name is "main". Other names are `th%02d:<base name>`,
  /// cut to 24 bytes (R-THR-01..03). `started` is in ticks of the clock.
  thread_context(unsigned number, std::string_view base_name, std::int64_t started) noexcept
      : number_{number} {
    set_name(base_name);
    regions_.enter(started);
    started_ = started;
  }

  bool is_main() const noexcept { return number_ == 0; }
  std::string_view name() const noexcept { return {name_, name_size_}; }
  std::string_view name_json() const noexcept { return name_json_.view(); }
  /// A number that is unique to this name of this thread: a key for values derived from the name.
  std::uint64_t serial() const noexcept { return serial_; }
  std::int64_t started() const noexcept { return started_; }

  /// The flight recorder enters and leaves regions here, too.
  region_stack& regions() noexcept { return regions_; }
  /// The number of open regions. The thread itself counts as one (R-REG-01).
  int open_regions() const noexcept { return static_cast<int>(regions_.size()); }
  void enter_region(std::int64_t now, open_region::owner by = 0) noexcept {
    if (!regions_.enter(now, by)) lose_region();
  }

  enum class left {
    region,     ///< a region, or the thread itself by the first surplus leave (R-REG-07)
    inherited,  ///< entered before a fork, by the parent, before tracing was off, or without memory
    nothing
  };
  left leave_region() noexcept {
    if (regions_.size() == 1 && inherited_regions_ != 0) return leave_forgotten();
    if (regions_.empty()) return left::nothing;
    regions_.leave();
    return left::region;
  }
  /// The same where no open region may end.
  left leave_forgotten() noexcept {
    return inherited_regions_ == 0 ? left::nothing : (--inherited_regions_, left::inherited);
  }
  /// The moment at which the innermost open region was entered; `now` when none is open
  /// (R-TIME-07).
  std::int64_t region_started(std::int64_t now) const noexcept {
    return regions_.empty() ? now : regions_.innermost().begun;
  }
  /// Forgets the open regions, some of which may have ended while tracing was off.
  [[gnu::cold]] void forget_regions() noexcept {
    if (regions_.size() < 2) return;
    forget(regions_.size() - 1);
    unwind();
  }
  /// Ignores the next `regions` surplus leaves: their enters were forgotten.
  void forget(std::size_t regions) noexcept { inherited_regions_ += regions; }
  /// Closes the regions that are still open at the end of the thread (R-REG-09).
  void unwind() noexcept { regions_.truncate(1); }

  /// Makes the thread the main thread of a forked child, without sums and without open regions.
  /// Allocates nothing.
  void restart_as_main(std::int64_t now) noexcept {
    // The parent shows its tasks, and the regions around them.
    if (!regions_.empty()) inherited_regions_ += regions_.size() - 1;
    tasks.forget(regions_);
    regions_.enter(now);
    started_ = now;
    number_ = 0;
    set_name({});
    sums.clear();
    end_publishing();
    previous = next = nullptr;
  }

  running_tasks tasks;

  scratch memory;  ///< of the outermost call, see `call_context::memory`
  buffer line;     ///< of the event that the thread publishes

  line_patterns patterns;

  /// True while this thread publishes an event: events that a sink emits meanwhile are dropped.
  /// Threads: any. When it is false, all that the thread has written to targets is visible.
  bool is_publishing() const noexcept { return publication() % 2 != 0; }
  /// True while a call of this thread uses the context, which must not end then: the call
  /// has called the program's allocator, or a sink.
  bool is_in_use() const noexcept { return memory.is_taken || is_publishing(); }
  /// An odd number while the thread publishes an event, and for each event another one.
  unsigned publication() const noexcept { return publication_.load_acquire(); }
  /// False while the thread publishes another event.
  bool begin_publishing() noexcept {
    unsigned const before = publication_.load_relaxed();
    if (before % 2 != 0) [[unlikely]]
      return false;
    publication_.store_relaxed(before + 1);
    // The compiler must not move the store behind the look at the targets. The processor may delay
    // it: a fence on each line would cost more than the wait that makes up for it, see
    // thread_registry::wait_for_others.
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return true;
  }
  void end_publishing() noexcept {
    publication_.store_release((publication_.load_relaxed() | 1) + 1);
  }

  unsigned awaited = 0;  ///< the publication that the registry waits for; 0: none
  unsigned pauses = 0;   ///< of tracing until the latest event, as the registry counts them
  thread_context* previous = nullptr;
  thread_context* next = nullptr;

  [[no_unique_address]] kept_lane<thread_end::loses_objects> lane;

 private:
  static constexpr std::size_t max_name = 24;

  /// A region without memory has no event at its end, which is no mistake of the program.
  [[gnu::cold]] void lose_region() noexcept {
    forget(1);
    events_without_memory.fetch_add(1);
  }

  [[gnu::cold]] void set_name(std::string_view base_name) noexcept {
    buffer out{name_, sizeof name_};
    if (is_main()) {
      out.append("main");
    } else {
      out.append(number_ < 10 ? "th0" : "th");
      out.append_decimal(number_);
      out.append(':');
      out.append(base_name.substr(0, sizeof name_ - out.size()));
    }
    name_size_ = out.size();
    name_json_.clear();
    append_json_escaped(name_json_, name());
    serial_ = last_serial_.fetch_add(1) + 1;
    patterns.forget();
  }

  static inline constinit atomic<std::uint64_t> last_serial_{0};

  unsigned number_;
  std::uint64_t serial_ = 0;
  std::size_t name_size_ = 0;
  char name_[max_name]{};
  char name_json_memory_[6 * max_name];  // an escape takes up to six bytes
  buffer name_json_{name_json_memory_, sizeof name_json_memory_};
  atomic<unsigned> publication_{0};
  std::int64_t started_ = 0;
  region_stack regions_;
  std::size_t inherited_regions_ = 0;
};

}}}  // namespace trace2::v0::detail
