// The part of the flight recorder that every session has. The other parts are in recording/, which
// <trace2/flight_recorder.hpp> includes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// The short records of a list of targets that names the flight recorder. Complete in
/// recording/short_record.hpp.
template <class Targets>
class short_record_of;

namespace recording {
/// Why a growing recording refuses a record, in place of an `errno` value: it has reached the most
/// bytes that it may have.
inline constexpr int size_reached = -1;
}  // namespace recording

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
