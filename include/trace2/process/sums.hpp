// What timers and counters have summed up, as events.
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/process/stopwatch.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Timers before counters, each in the order of their numbers (R-CTR-03). Unused ones are not
/// shown.
template <class List>
class sums {
 public:
  /// Those of the calling thread that are shown per thread.
  static void publish_of_thread(statement const& s) noexcept {
    timer_registry.for_each([&](stopwatch_definition const& timer) {
      if (!timer.per_thread) return;
      if (auto const* const sum = s.thread->sums.timers.find(timer.number);
          sum != nullptr && sum->is_used())
        publish_timer<event::th_timer>(s, timer, *sum, here(__LINE__));
    });
    counter_registry.for_each([&](stopwatch_definition const& counter) {
      if (!counter.per_thread) return;
      if (auto const* const sum = s.thread->sums.counters.find(counter.number);
          sum != nullptr && sum->is_used())
        publish_counter<event::th_counter>(s, counter, *sum, here(__LINE__));
    });
  }

  /// Of all threads, running or ended.
  static void publish_of_process(statement const& s) noexcept {
    timer_registry.for_each([&](stopwatch_definition const& timer) {
      timer_cell total;
      all_threads.for_each_sums([&](stopwatch_sums const& sums) {
        if (auto const* const sum = sums.timers.find(timer.number); sum != nullptr)
          total.fold(*sum);
      });
      if (total.is_used()) publish_timer<event::timer>(s, timer, total, here(__LINE__));
    });
    counter_registry.for_each([&](stopwatch_definition const& counter) {
      counter_cell total;
      all_threads.for_each_sums([&](stopwatch_sums const& sums) {
        if (auto const* const sum = sums.counters.find(counter.number); sum != nullptr)
          total.fold(*sum);
      });
      if (total.is_used()) publish_counter<event::counter>(s, counter, total, here(__LINE__));
    });
  }

 private:
  /// The place of lines that no call of the program's is behind (R-HOST-02).
  static constexpr call_site here(int line) noexcept { return {"trace2/process/sums.hpp", line}; }

  static duration as_duration(atomic<std::int64_t> const& ticks) noexcept {
    return duration::nanoseconds(clock::duration(ticks.load_relaxed()));
  }

  template <class Event>
  static void publish_timer(statement const& s, stopwatch_definition const& timer,
                            timer_cell const& sum, call_site at) noexcept {
    emitter<List>::publish(Event{.category = timer.category,
                                 .name = timer.name,
                                 .intervals = sum.intervals.load_relaxed(),
                                 .t_total = as_duration(sum.total),
                                 .t_min = as_duration(sum.shortest),
                                 .t_max = as_duration(sum.longest)},
                           s, at);
  }

  template <class Event>
  static void publish_counter(statement const& s, stopwatch_definition const& counter,
                              counter_cell const& sum, call_site at) noexcept {
    emitter<List>::publish(
        Event{
            .category = counter.category, .name = counter.name, .count = sum.count.load_relaxed()},
        s, at);
  }
};

}}}  // namespace trace2::v0::detail
