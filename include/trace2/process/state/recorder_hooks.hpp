// Hooks through which threads and targets notify the flight recorder without including it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Functions that the recorder sets when its target opens; null before. A program without the
/// recorder thus contains none of its code.
struct recorder_hooks {
  using function = void (*)() noexcept;

  /// Called before the context of the calling thread ends.
  atomic<function> leave_thread{nullptr};
  /// Called when another target opens, which needs whole events instead of short records.
  atomic<function> share_events{nullptr};

  static void call(atomic<function> const& hook) noexcept {
    if (function const set = hook.load_acquire(); set != nullptr) set();
  }
};

inline constinit recorder_hooks hooks_of_recorder;

}}}  // namespace trace2::v0::detail
