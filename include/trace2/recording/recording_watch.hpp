// Hooks through which the recording of a process is watched: by code that begins new files, or that
// waits for something slow.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/event/detail/untyped_event.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

class recording_file;

namespace detail { namespace recording {

/// Functions of programs that include <trace2/rotation.hpp> or <trace2/trigger.hpp>. They may be
/// called by any thread at any time, `tend` and `stored` also in a signal handler.
struct recording_watch {
  /// Called before a thread takes room for further short records.
  void (*tend)() noexcept;
  /// A region was left that had been entered at `begin`, in ticks. Only while
  /// `recorder_in_use::watch_leaving`.
  void (*left)(static_site& site, std::int64_t begin, std::int64_t end) noexcept;
  /// An event was stored as a record of this contents.
  void (*stored)(untyped_record const& event, std::string_view record) noexcept;
  /// The recording is about to end.
  void (*closing)(recording_file const& ending) noexcept;

  /// Null in other programs.
  static recording_watch const* current() noexcept { return current_.load_acquire(); }
  [[gnu::cold]] static void set(recording_watch const& watch) noexcept {
    current_.store_release(&watch);
  }
  static void call_tend() noexcept {
    if (auto const* const watch = current(); watch != nullptr) watch->tend();
  }

 private:
  static inline constinit atomic<recording_watch const*> current_{nullptr};
};

}}  // namespace detail::recording
}}  // namespace trace2::v0
