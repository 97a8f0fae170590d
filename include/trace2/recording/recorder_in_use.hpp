// Which recorder the process records with, and whether short records suffice.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

class recorder;

/// Threads: all functions may be called from any thread and from a signal handler.
class recorder_in_use {
 public:
  /// The recorder of the process, or null.
  static recorder* current() noexcept { return current_.load_acquire(); }
  /// The recorder if no other target listens, so that short records suffice; else null.
  static recorder* alone() noexcept { return alone_.load_acquire(); }
  /// The recorder if it is alone and ticks come from the processor's counter; else `nobody`, which
  /// differs from every recorder and from null.
  static void const* quick() noexcept { return quick_.load_relaxed(); }

  /// The same for the leaving of regions; `nobody` also while somebody watches it.
  static void const* quick_to_leave() noexcept { return quick_to_leave_.load_relaxed(); }

  /// Sends the leaving of regions the long way round, to `recording_watch::left`.
  [[gnu::cold]] static void watch_leaving(bool is_watched) noexcept {
    is_leaving_watched_.store_release(is_watched);
    set_alone(alone() != nullptr);
  }

  static bool is_leaving_watched() noexcept { return is_leaving_watched_.load_acquire(); }

  static void set_alone(bool is_alone) noexcept {
    recorder* const to = is_alone ? current() : nullptr;
    alone_.store_release(to);
    void const* const quick = to != nullptr && clock::has_counter() ? to : nobody;
    quick_.store_release(quick);
    quick_to_leave_.store_release(is_leaving_watched() ? nobody : quick);
  }

  /// Ends the use of a recorder. Does nothing for one that isn't in use.
  [[gnu::noinline]] static void retire(recorder const* ended) noexcept {
    if (ended == nullptr || ended != current()) return;
    set_alone(false);
    current_.store_release(nullptr);
  }

 protected:
  static void use(recorder* to) noexcept { current_.store_release(to); }

 private:
  static constexpr char no_recorder = 0;
  static constexpr void const* nobody = &no_recorder;
  static inline constinit atomic<recorder*> current_{nullptr};
  static inline constinit atomic<recorder*> alone_{nullptr};
  static inline constinit atomic<void const*> quick_{nobody};
  static inline constinit atomic<void const*> quick_to_leave_{nobody};
  static inline constinit atomic<bool> is_leaving_watched_{false};
};

}}}}  // namespace trace2::v0::detail::recording
