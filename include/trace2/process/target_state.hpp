// The state that all kinds of targets share: destination, options, losses and failure.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/process/state/lost_events.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/format_settings.hpp>

#include <cerrno>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Number of targets whose failure nobody has reported. If it isn't 0, the next event looks for
/// them.
inline constinit atomic<unsigned> unreported_failures{0};

/// Told of a target that the program attaches when a session has begun without any, so that nothing
/// is traced. Set by that session.
inline constinit atomic<void (*)(std::string_view target) noexcept> tell_of_late_target{nullptr};

struct target_options {
  format_settings format{};  ///< for text formats
  /// For text formats: what a terminal must not get; null when control bytes stay as they are. A
  /// pointer, so that units which only trace don't hold the escaping.
  void (*escape)(buffer&) noexcept = nullptr;
  event_filter filter{};
  std::string_view variable{};  ///< names the target in diagnostics; lives as long as the process
  bool diagnoses = false;       ///< reports on standard error why the target ended
  bool is_overloaded = false;   ///< the destination is the sentinel of a full directory
  bool is_attached = false;     ///< by the program, which chose the destination
  bool copies_lines = false;    ///< of site events, as no filter or escape may change them
  bool is_own_file = false;  ///< no other process writes to the file: a forked child opens another
};

/// The run-time half of a target. `Destination` is `sink` or `recording_file`. Constant-initialised
/// and never destroyed.
///
/// A destination and its options change together, by one store, so that an event goes whole to the
/// old destination or to the new one.
///
/// Threads: `open` runs before the process's tracing is switched on and publishes the members that
/// it sets. One thread at a time prepares and replaces; all other functions may be called from any
/// thread.
template <class Destination>
class target_state {
 public:
  using options = target_options;

  /// The destination and options of a target that is on. Constant while threads can find it.
  struct setup {
    Destination* to = nullptr;
    options chosen{};
    atomic<int> failure{0};  ///< the `errno` value that ended the destination; negated: reported

    /// False for an event that is filtered out.
    bool wants(untyped_event const& event) const noexcept {
      return chosen.filter.is_empty() || passes(event);
    }
    [[gnu::noinline]] bool passes(untyped_event const& event) const noexcept {
      return !event.has_category() || chosen.filter.wants(event.category(), event.label());
    }
    bool has_failed() const noexcept { return failure.load_relaxed() != 0; }
    [[gnu::noinline, gnu::cold]] void fail(int error) noexcept {
      if (failure.compare_exchange(0, error > 0 ? error : EIO)) unreported_failures.fetch_add(1);
    }
    /// The error that nobody has reported; only the first call returns it, others return 0.
    int take_failure() noexcept {
      int const error = failure.load_relaxed();
      if (error <= 0 || !failure.compare_exchange(error, -error)) return 0;
      unreported_failures.fetch_add(static_cast<unsigned>(-1));
      return error;
    }
  };

  [[gnu::cold]] void open(Destination& to, options const& chosen) noexcept {
    if (auto const tell = tell_of_late_target.load_acquire(); tell != nullptr && chosen.is_attached)
      tell(chosen.variable);
    setup& next = prepare(to, chosen);
    count_from(0);
    publish(next);
  }

  /// A second setup, which no event sees before `publish`. Precondition: no thread uses the setup
  /// that was replaced last, see thread_registry::wait_for_others.
  [[gnu::cold]] setup& prepare(Destination& to, options const& chosen) noexcept {
    setup& next = setups_[&latest() == &setups_[0] ? 1 : 0];
    next.to = &to;
    next.chosen = chosen;
    next.take_failure();
    next.failure.store_relaxed(0);
    return next;
  }
  /// Events go by this setup from now on.
  [[gnu::cold]] void publish(setup& next) noexcept {
    closing_ = nullptr;
    if (current() == nullptr) lost_before_.store_relaxed(events_without_memory.load_relaxed());
    recorder_hooks::call(hooks_of_recorder.share_events);
    latest_.store_release(&next);
    current_.store_release(&next);
  }

  /// Offers no further event to the destination, which stays open until `close`. A thread that has
  /// begun to publish an event may still write it.
  void switch_off() noexcept {
    setup* const last = current_.exchange(nullptr);
    if (last == nullptr) return;
    closing_ = last->to;
    lost_.fetch_add(lost_without_memory());
  }

  /// The destination that was switched off is closed.
  void forget_destination() noexcept { closing_ = nullptr; }

  /// Excludes the losses of a forked child's parent, which the parent reports. The destination goes
  /// on counting where the parent was.
  [[gnu::cold]] void forget_losses() noexcept {
    Destination const* const to = destination();
    count_from(to == nullptr ? 0 : to->dropped());
  }
  /// Keeps the losses of a destination that the target has had.
  [[gnu::cold]] void add_losses(Destination const& ended) noexcept {
    std::uint64_t const lost = ended.dropped();
    if (lost == 0) return;
    lost_.fetch_add(lost);
    earlier_reason_.store_relaxed(ended.drop_reason());
  }

  /// Null while the target is off.
  setup* current() const noexcept { return current_.load_acquire(); }
  Destination* destination() const noexcept {
    setup const* const on = current();
    return on == nullptr ? nullptr : on->to;
  }
  /// The present options, or the last ones.
  [[gnu::noinline]] options const& settings() const noexcept { return latest().chosen; }

  /// The `errno` value that has ended the target, or the destination that it had before. Only the
  /// first call returns it; others return 0, as for a target that works. Doesn't ask the
  /// destination, which may be closed meanwhile.
  int take_failure() noexcept {
    int const error = setups_[0].take_failure();
    return error != 0 ? error : setups_[1].take_failure();
  }

  /// Number of lines or records that were not delivered.
  std::uint64_t lost() const noexcept {
    Destination const* const to = destination();
    return lost_.load_relaxed() + (to == nullptr ? 0 : lost_without_memory() + to->dropped());
  }
  /// Why the latest one was not, as the destination says it; 0 when it is unknown.
  int loss_reason() const noexcept {
    Destination const* const to = destination();
    int const reason = to == nullptr ? 0 : to->drop_reason();
    return reason != 0 ? reason : earlier_reason_.load_relaxed();
  }

 protected:
  /// Switches the target off, and returns the destination that it had since `open`; null the second
  /// time.
  Destination* detach() noexcept {
    switch_off();
    Destination* const to = closing_;
    closing_ = nullptr;
    return to;
  }

  void count_loss() noexcept { lost_.fetch_add(1); }

 private:
  /// Since the target is on.
  std::uint64_t lost_without_memory() const noexcept {
    std::uint64_t const before = lost_before_.load_relaxed();
    return events_without_memory.load_relaxed() - before;
  }

  setup& latest() const noexcept {
    setup* const last = latest_.load_acquire();
    return last != nullptr ? *last : const_cast<setup&>(setups_[0]);
  }

  /// Excludes so many losses that a destination has counted, and all that were counted here.
  [[gnu::cold]] void count_from(std::uint64_t dropped) noexcept {
    lost_.store_relaxed(0 - dropped);
    lost_before_.store_relaxed(events_without_memory.load_relaxed());
    earlier_reason_.store_relaxed(0);
  }

  atomic<setup*> current_{nullptr};  ///< null while the target is off
  atomic<setup*> latest_{nullptr};
  Destination* closing_ = nullptr;        ///< switched off, but not yet closed
  atomic<std::uint64_t> lost_{0};         ///< while it is on, besides `lost_without_memory`
  atomic<std::uint64_t> lost_before_{0};  ///< `events_without_memory` when it was switched on
  atomic<int> earlier_reason_{0};         ///< of losses by earlier destinations
  setup setups_[2];
};

}}}  // namespace trace2::v0::detail
