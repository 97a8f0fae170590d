// Declarations that timers and counters share: the option that selects the sums to show, and the
// calling thread's own sum.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 {

/// With `per_thread` a timer or counter is also shown for each thread, when the thread ends.
enum class sum_scope { per_process, per_thread };

namespace detail {

struct counter_sum;
struct timer_sum;

/// The calling thread's sum of one timer or counter; complete in process/counters/own_sum.hpp. The
/// class depends on `Enabled` so that a unit where tracing is compiled out needs only this
/// declaration.
template <bool Enabled, class Sum>
class own_sum;

}  // namespace detail
}}  // namespace trace2::v0
