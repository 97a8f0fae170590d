// Phases: what timers and counters summed up in one part of a run.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/region.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/config.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>

#if TRACE2_ENABLED
#  include <trace2/process/counters/open_phases.hpp>
#endif

namespace trace2 { inline namespace v0 {

namespace detail {

/// Complete in process/counters/open_phases.hpp.
template <bool Enabled>
class open_phase;

}  // namespace detail

/// A part of a run whose share in all timers and counters is shown, so that one run can hold many
/// benchmarks, requests or passes:
///
///     trace2::phase step{"bench", "fill"};
///     …
///     step.next("bench", "read");  // shows the sums of "fill"
///     …
///     step.end();                  // shows those of "read"; so does the destructor
///
/// TRACE2_PHASE("bench", "fill") is one until the end of the scope.
///
/// It shows one data_json event of its names, at the place where it began: its time, and for each
/// timer and counter that moved the number of intervals and their time, or the count; of a
/// distribution_timer also how long the intervals were. Readers of Trace2 know such events; `trace2
/// summary` and `trace2 diff` show timers and counters by phase. The totals of process and threads
/// stay as they are.
///
/// With `sum_scope::per_thread` it shows what the calling thread summed up; it then ends on the
/// thread that began it. Else it is what all threads did, and may end on any. Phases may nest and
/// overlap. An interval of a timer belongs to the phase in which it ends. `next` leaves no gap:
/// what other threads add at that moment is in one of both phases, whole.
///
/// A phase that is still open when its session ends, or the process by std::exit, std::quick_exit
/// or from main, is shown then, whichever thread began it, but one of another thread with
/// `per_thread`: no other thread can tell that one's sums at a moment of its own. (A session of
/// another shared object shows those of its own.)
///
/// A session without the feature `detailed_sums` shows no phase, and says at its end how many.
///
/// Lifetime: names are copied; a phase that meets a fork shows nothing in the child. Threads: one
/// at a time uses an object. Memory: 16 bytes for each timer and counter, and 15 KB for each
/// distribution_timer, while it is open, and as much again at its end; 100 bytes for each phase
/// that was ever open beside others. Errors: a phase for which there is no room, and one of a
/// thread that ends on another, is not shown, and counted as a mistake; of a `next` without room,
/// both phases are shown as one. Cost: nothing for timers and counters; a look at each sum of each
/// thread when it begins and ends, some 10 µs more for a distribution_timer; while tracing is off,
/// a load and a branch.
template <bool Enabled>
class basic_phase {
 public:
  /// No phase, until `begin` or `next`.
  basic_phase() noexcept {}

  /// Begins a phase.
  // On the constructor, because g++ does not heed it on the class.
  [[nodiscard]] basic_phase(lasting_text category, lasting_text name,
                            sum_scope of = sum_scope::per_process,
                            call_site at = call_site::here()) noexcept {
    begin(category, name, of, at);
  }
  basic_phase(basic_phase const&) = delete;
  basic_phase& operator=(basic_phase const&) = delete;
  ~basic_phase() { end(); }

  /// Ends the phase that the object was, and begins another one.
  void begin(lasting_text category, lasting_text name, sum_scope of = sum_scope::per_process,
             call_site at = call_site::here()) noexcept {
    end();
    of_ = of;
    if (auto const* const on = detail::verbs<Enabled>(); on != nullptr) [[unlikely]]
      open_ = detail::open_phase<Enabled>::begin(*on, category, name, of, at);
  }

  /// Ends the phase, and begins one of the same threads at that very moment.
  void next(lasting_text category, lasting_text name, call_site at = call_site::here()) noexcept {
    if (open_ == nullptr) return begin(category, name, of_, at);
    if (!open_->next(category, name, at)) open_ = nullptr;
  }

  /// Ends the phase, if the object is one, before its scope ends.
  void end() noexcept {
    if (open_ == nullptr) [[likely]]
      return;
    open_->end();
    open_ = nullptr;
  }

 private:
  detail::open_phase<Enabled>* open_ = nullptr;  ///< null: no phase
  sum_scope of_ = sum_scope::per_process;        ///< of the last phase that was to begin
};

/// Compiled out: nothing.
template <>
class basic_phase<false> {
 public:
  constexpr basic_phase() noexcept = default;
  [[nodiscard]] constexpr basic_phase(lasting_text, lasting_text, sum_scope = {},
                                      call_site = {}) noexcept {}
  basic_phase(basic_phase const&) = delete;
  basic_phase& operator=(basic_phase const&) = delete;
  // Not trivial, so that no compiler calls the variable unused.
  ~basic_phase() {}
  constexpr void begin(lasting_text, lasting_text, sum_scope = {}, call_site = {}) noexcept {}
  constexpr void next(lasting_text, lasting_text, call_site = {}) noexcept {}
  constexpr void end() noexcept {}
};

/// In a header that units with different settings include, name `basic_phase<…>` instead: an alias
/// that follows the unit would make your class differ between them.
using phase = basic_phase<TRACE2_ENABLED != 0>;

/// A region that also shows what its thread's timers and counters summed up inside: a region and,
/// before it is left, a phase of the thread with the same names. Cost: that of both.
template <class Tracer>
class basic_region_with_sums {
 public:
  /// No region, and no phase.
  basic_region_with_sums() noexcept = default;
  /// Enters the region and begins the phase, on the calling thread.
  [[nodiscard]] basic_region_with_sums(lasting_text category, lasting_text label,
                                       call_site at = call_site::here()) noexcept
      : region_{category, label, {}, at}, sums_{category, label, sum_scope::per_thread, at} {}
  basic_region_with_sums(basic_region_with_sums const&) = delete;
  basic_region_with_sums& operator=(basic_region_with_sums const&) = delete;
  // Not trivial, so that no compiler calls the variable unused.
  ~basic_region_with_sums() {}

 private:
  basic_region<Tracer> region_;
  basic_phase<Tracer::is_compiled_in> sums_;
};
/// A region with sums, of the tracer of this unit.
using region_with_sums = basic_region_with_sums<tracer>;

}}  // namespace trace2::v0
