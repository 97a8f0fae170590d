// Publishes the sums of timers and counters as events.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/detailed_sum_bodies.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <utility>

namespace trace2 { inline namespace v0 { namespace detail {

/// Calls `use` with the sum of all threads, running or ended.
template <class Sum, class Use>
[[gnu::cold]] void with_total_of(sum_definition const& definition, Use&& use) noexcept {
  Sum total;
  bool is_complete = true;
  all_threads.for_each_sums([&](sum_store const& sums) {
    if (auto const* const sum = sums.of<Sum>().find(definition.number); sum != nullptr)
      is_complete &= total.fold(*sum);
  });
  if (!is_complete) this_process.misuse.sum.fetch_add(1);
  use(std::as_const(total));
  if constexpr (requires { total.release(); }) total.release();
}

/// Timers come before counters (R-CTR-03), those with a distribution behind the others, all of a
/// kind in the order of their numbers. Unused ones are left out.
template <class List>
class sums {
 public:
  /// Publishes the sums of the calling thread, as far as they are shown per thread.
  [[gnu::cold]] static void publish_of_thread(call_context const& s) noexcept {
    publish_of_thread<timer_sum>(s, false);
    publish_of_thread<timer_sum>(s, true);
    publish_of_thread<counter_sum>(s, false);
  }

  /// Publishes the sums of all threads, running or ended.
  [[gnu::cold]] static void publish_of_process(call_context const& s) noexcept {
    publish_of_process<timer_sum>(s, false);
    publish_of_process<timer_sum>(s, true);
    publish_of_process<counter_sum>(s, false);
  }

 private:
  using emitter = detail::emitter<List>;
  using sum_of = event::sum_of;

  template <class Sum>
  static void publish_of_thread(call_context const& s, bool with_lengths) noexcept {
    sum_definitions<Sum>.for_each([&](sum_definition const& definition) {
      if (!definition.per_thread || (definition.distribution != 0) != with_lengths) return;
      if (auto const* const sum = s.thread->sums.of<Sum>().find(definition.number); sum != nullptr)
        publish(definition, *sum, sum_of::thread, s);
    });
  }

  template <class Sum>
  static void publish_of_process(call_context const& s, bool with_lengths) noexcept {
    sum_definitions<Sum>.for_each([&](sum_definition const& definition) {
      if ((definition.distribution != 0) != with_lengths) return;
      with_total_of<Sum>(definition, [&](Sum const& total) {
        publish(definition, total, sum_of::process, s);
      });
    });
  }

  // Not inlined: two callers each, for a thread and for the process.

  [[gnu::noinline, gnu::cold]] static void publish(sum_definition const& definition,
                                                   timer_sum const& sum, sum_of whose,
                                                   call_context const& s) noexcept {
    if (!sum.is_used()) return;
    event::timer const all{.category = definition.category,
                           .name = definition.name,
                           .intervals = sum.intervals.load_relaxed(),
                           .t_total = as_duration(sum.total),
                           .t_min = as_duration(sum.shortest),
                           .t_max = as_duration(sum.longest)};
    if (whose == sum_of::process)
      emitter::publish(all, s, place());
    else
      emitter::publish(event::th_timer{.category = all.category,
                                       .name = all.name,
                                       .intervals = all.intervals,
                                       .t_total = all.t_total,
                                       .t_min = all.t_min,
                                       .t_max = all.t_max},
                       s, place());
    if (definition.distribution != 0) publish_lengths(definition, sum, whose, s);
  }

  [[gnu::noinline, gnu::cold]] static void publish(sum_definition const& definition,
                                                   counter_sum const& sum, sum_of whose,
                                                   call_context const& s) noexcept {
    if (!sum.is_used()) return;
    event::counter const all{.category = definition.category,
                             .name = definition.name,
                             .count = sum.count.load_relaxed()};
    if (whose == sum_of::process) return emitter::publish(all, s, place());
    emitter::publish(
        event::th_counter{.category = all.category, .name = all.name, .count = all.count}, s,
        place());
  }

  static void publish_lengths(sum_definition const& definition, timer_sum const& sum, sum_of whose,
                              call_context const& s) noexcept {
    if (auto const* const bodies = detailed_sums_of(this_process); bodies != nullptr)
      bodies->publish_lengths(s, definition, sum, whose);
    else if (whose == sum_of::process)
      this_process.misuse.detailed_sums.fetch_add(1);
  }

  static call_site place() noexcept { return own_place("trace2/process/sums.hpp"); }

  [[gnu::noinline]] static duration as_duration(atomic<std::int64_t> const& ticks) noexcept {
    return duration::nanoseconds(clock::duration(ticks.load_relaxed()));
  }
};

}}}  // namespace trace2::v0::detail
