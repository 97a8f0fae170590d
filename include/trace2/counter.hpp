// Counters: sums that hot loops can afford, shown when the process ends.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/verb_table.hpp>
#include <trace2/config.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

#if TRACE2_ENABLED
#  include <trace2/process/counters/own_sum.hpp>
#endif

namespace trace2 { inline namespace v0 {

/// A number that all threads add to. Define it with static storage:
///
///     trace2::counter const files{"scan", "files"};
///     …
///     files.add();
///
/// The end of the session shows the sum, unless that is 0; with `sum_scope::per_thread` the end of
/// each thread shows the thread's share too. Objects with the same names are one counter.
///
/// Lifetime: the names are copied; the sum outlives the object. Threads: all may add at the same
/// time. Errors: a sum wraps around at 2^64 (R-CTR-01); additions for which there is no room are
/// counted and shown as a mistake (R-LIM-05). Cost: while tracing is on, an addition to a number of
/// the thread's own, without a lock; while it is off, a load and a branch.
template <bool Enabled>
class basic_counter {
  using own_sum = detail::own_sum<Enabled, detail::counter_sum>;

 public:
  /// Copies the names. `per` says whether each thread shows its share too.
  basic_counter(text category, text name, sum_scope per = sum_scope::per_process) noexcept
      : sum_{category, name, per} {}

  /// Adds to the sum of the calling thread; nothing while tracing is off.
  void add(std::uint64_t amount = 1) const noexcept {
    if (!detail::is_on<Enabled>()) return;
    if (auto* const sum = sum_.find()) [[likely]]
      sum->add(amount);
    else
      sum_.add_elsewhere(amount);
  }

 private:
  own_sum sum_;
};

/// Compiled out: nothing.
template <>
class basic_counter<false> {
 public:
  // Not constexpr, so that no compiler calls the variable unused.
  basic_counter(text, text, sum_scope = sum_scope::per_process) noexcept {}
  constexpr void add(std::uint64_t = 1) const noexcept {}
};

/// In a header that units with different settings include, name `basic_counter<…>` instead: an
/// alias that follows the unit would make your class differ between them.
using counter = basic_counter<TRACE2_ENABLED != 0>;

}}  // namespace trace2::v0
