// Timers: number and length of intervals, summed up where a region for each would be too much.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/verb_table.hpp>
#include <trace2/config.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>

#if TRACE2_ENABLED
#  include <trace2/process/counters/own_sum.hpp>
#endif

namespace trace2 { inline namespace v0 {

/// A stopwatch that all threads share, each with intervals of its own. Define it with static
/// storage:
///
///     trace2::timer const reading{"scan", "read"};
///     …
///     { auto const interval = reading.measure();  … }
///
/// The end of the session shows number, sum, least and greatest of all intervals; with
/// `sum_scope::per_thread` the end of each thread shows the thread's own too. Objects with the same
/// names are one timer. A start while the timer runs nests: only the outermost interval counts
/// (R-TMR-02).
///
/// Lifetime: the names are copied; the sums outlive the object. Threads: all may measure at the
/// same time. An interval belongs to the thread that started it, and doesn't count if the thread
/// ends first (R-TMR-04). While no session is open a stop does nothing: the first start in the next
/// session begins an interval of its own, even if the timer has not been stopped. Errors: a stop
/// without a start, and an interval for which there is no room, are counted and shown as mistakes.
/// Cost: while tracing is on, two readings of the clock per interval, without a lock; while it is
/// off, a load and a branch per call.
template <bool Enabled, bool KeepsLengths = false>
class basic_timer {
  using own_sum = detail::own_sum<Enabled, detail::timer_sum>;

 public:
  /// Measures the scope it lives in.
  class [[nodiscard]] interval {
   public:
    /// Starts an interval of the calling thread.
    explicit interval(basic_timer const& measured) noexcept
        : running_{measured.start() ? &measured : nullptr} {}
    interval(interval const&) = delete;
    interval& operator=(interval const&) = delete;
    ~interval() {
      if (running_ != nullptr) [[unlikely]]
        running_->stop();
    }

   private:
    basic_timer const* running_;  ///< null if the interval isn't measured
  };

  /// Copies the names. `per` says whether each thread shows its own sums too.
  basic_timer(text category, text name, sum_scope per = sum_scope::per_process) noexcept
      : sum_{category, name, per, KeepsLengths} {}

  /// Starts an interval of the calling thread. False while tracing is off, or when there is no
  /// room.
  bool start() const noexcept {
    if (!detail::is_on<Enabled>()) [[likely]]
      return false;
    return begin();
  }

  /// Ends the interval. Errors: a stop without a start is counted as a mistake and otherwise
  /// ignored (R-TMR-03).
  void stop() const noexcept {
    if (detail::is_on<Enabled>()) [[unlikely]]
      end();
  }

  /// Measures until the end of the scope that keeps the result in a variable.
  interval measure() const noexcept { return interval{*this}; }

 private:
  // Not inlined, because the call would be ten times as large.
  [[gnu::noinline]] bool begin() const noexcept {
    auto* const sum = sum_.find();
    if (sum == nullptr || (KeepsLengths && sum->lengths.load_relaxed() == nullptr)) [[unlikely]]
      return sum_.start_elsewhere();
    sum->start();
    return true;
  }

  [[gnu::noinline]] void end() const noexcept {
    auto* const sum = sum_.find();
    if (sum == nullptr) [[unlikely]]
      sum_.stop_elsewhere();
    else if (!(KeepsLengths ? sum->stop_and_keep() : sum->stop())) [[unlikely]]
      own_sum::misuse().timer_stop.fetch_add(1);
  }

  own_sum sum_;
};

/// Compiled out: nothing.
template <bool KeepsLengths>
class basic_timer<false, KeepsLengths> {
 public:
  class [[nodiscard]] interval {
   public:
    constexpr explicit interval(basic_timer const&) noexcept {}
    // Not trivial, so that no compiler calls the variable unused.
    ~interval() {}
  };

  // Not constexpr, so that no compiler calls the variable unused.
  basic_timer(text, text, sum_scope = sum_scope::per_process) noexcept {}
  constexpr bool start() const noexcept { return false; }
  constexpr void stop() const noexcept {}
  interval measure() const noexcept { return interval{*this}; }
};

/// In a header that units with different settings include, name `basic_timer<…>` instead: an alias
/// that follows the unit would make your class differ between them.
using timer = basic_timer<TRACE2_ENABLED != 0>;

/// A timer that also keeps how long its intervals were: where a median hides the tail, the end of
/// the session shows the tail too. Define and use it like a `timer`:
///
///     trace2::distribution_timer const lookup{"cache", "lookup"};
///
/// Behind its sums comes a data_json event of the same names, whose value holds the members of
/// `interval_quantiles`, and in "values" pairs of a length in nanoseconds and the number of
/// intervals of that length, which a reader may add to those of other processes. Lengths are within
/// 1/64 of the true ones or 1 ns, and quantiles of many processes together within 1/32 or 1 ns.
/// Where other threads measure while the session ends, the two events may differ by the intervals
/// that end meanwhile. NORMAL shows the quantiles in words.
///
/// A session without the feature `detailed_sums` shows it as a `timer`, and says so at its end.
///
/// Memory: 15,120 bytes for each timer and thread, from the thread's first interval to its end, and
/// as much for all ended threads together; a thread allocates nothing after its first interval. An
/// interval that finds no memory is counted as a mistake. Cost: at most 1.5 times two readings of
/// the clock per interval, without a lock. A `timer` of the same names is another one.
template <bool Enabled>
using basic_distribution_timer = basic_timer<Enabled, true>;
/// In a header that units with different settings include, name `basic_distribution_timer<…>`
/// instead.
using distribution_timer = basic_distribution_timer<TRACE2_ENABLED != 0>;

}}  // namespace trace2::v0
