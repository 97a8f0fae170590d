// Timers: how often and how long, summed up where a region each would be too much.
#pragma once

#include <trace2/call/compiled_out.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/stopwatch.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// A stopwatch that all threads share, each with intervals of its own. Define it with static
/// storage:
///
///     trace2::timer const reading{"scan", "read"};
///     …
///     { auto const interval = reading.measure();  … }
///
/// Objects with the same names are one timer. Starting a running timer nests: only the outermost
/// interval counts (R-TMR-02). An interval that is open when its thread ends isn't counted
/// (R-TMR-04).
template <bool Enabled>
class basic_timer {
 public:
  /// Measures the scope it lives in.
  class [[nodiscard]] interval {
   public:
    explicit interval(basic_timer const& measured) noexcept
        : running_{measured.start() ? &measured : nullptr} {}
    interval(interval const&) = delete;
    interval& operator=(interval const&) = delete;
    ~interval() {
      if (running_ != nullptr) [[unlikely]]
        running_->stop();
    }

   private:
    basic_timer const* running_;  ///< null when it isn't measured
  };

  basic_timer(text category, text name, summed shown = summed::per_process) noexcept
      : number_{detail::timer_registry.define(category, name, shown == summed::per_thread)} {}

  /// False while tracing is off.
  bool start() const noexcept {
    if (!detail::is_on()) [[likely]]
      return false;
    return begin();
  }

  /// A stop without a start is counted as a mistake and otherwise ignored.
  void stop() const noexcept {
    if (detail::is_on()) [[unlikely]]
      end();
  }

  interval measure() const noexcept { return interval{*this}; }

 private:
  // Not part of the call, which would be ten times as large.
  [[gnu::noinline]] bool begin() const noexcept {
    auto* const cell = find();
    if (cell != nullptr) [[likely]]
      cell->start(detail::clock::now());
    else
      detail::this_process.misuse.sum.fetch_add(1);
    return cell != nullptr;
  }

  [[gnu::noinline]] void end() const noexcept {
    auto* const cell = find();
    if (cell != nullptr && !cell->stop(detail::clock::now())) [[unlikely]]
      detail::this_process.misuse.timer_stop.fetch_add(1);
  }

  detail::timer_cell* find() const noexcept {
    auto* const thread = detail::all_threads.current();
    return thread == nullptr ? nullptr : thread->sums.timers.get(number_);
  }

  unsigned number_;
};

}}  // namespace trace2::v0
