// What threads and targets tell the flight recorder, the only place where they know of it.
#pragma once

#include <trace2/detail/system/atomic.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Functions that the recorder sets when its target opens. Null before, so that a program without
/// the recorder holds nothing of it.
struct recorder_hooks {
  using function = void (*)() noexcept;

  /// The context of the calling thread is about to go.
  atomic<function> leave_thread{nullptr};
  /// A target opens that wants events as a whole.
  atomic<function> share_events{nullptr};

  static void call(atomic<function> const& hook) noexcept {
    if (function const set = hook.load_acquire(); set != nullptr) set();
  }
};

inline constinit recorder_hooks hooks_of_recorder;

}}}  // namespace trace2::v0::detail
