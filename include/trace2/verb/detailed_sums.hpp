// Phases, and the lengths of timers' intervals: the bodies of the feature `detailed_sums`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/detailed_sum_bodies.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/process/counters/distribution_text.hpp>
#include <trace2/process/counters/length_counts.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/timer_sum.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/sum_report.hpp>
#include <trace2/process/sum_snapshot.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/interval_quantiles.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>
#include <trace2/verb/value.hpp>

#include <cstdlib>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class detailed_sums final : public detail::detailed_sum_bodies {
  using call_context = detail::call_context;

 public:
  detail::sum_snapshot* begin_phase(sum_scope of) const noexcept override {
    call_context const s;
    return s ? snapshot_of(s, of) : nullptr;
  }
  detail::sum_snapshot* end_phase(detail::sum_snapshot* since, bool goes_on, text category,
                                  text name, call_site at) const noexcept override {
    call_context const s;
    auto* const now =
        s ? snapshot_of(s, since->is_of_thread() ? sum_scope::per_thread : sum_scope::per_process)
          : nullptr;
    // Without room the phase goes on: its sums will be in the next.
    if (now == nullptr && goes_on) return since;
    if (now != nullptr && since->precedes(*now))
      detail::sum_report::write(s.memory().json, *since, *now, s.since(since->taken_at()), [&] {
        value<Targets>::publish_json(s, category, name, {s.memory().json.view()}, {}, at);
      });
    if (now != nullptr && since->is_of_another_thread(*now))
      detail::this_process.misuse.sum.fetch_add(1);
    std::free(since);
    if (goes_on) return now;
    std::free(now);
    return nullptr;
  }

  bool make_room(detail::timer_sum& timer) const noexcept override {
    return detail::length_counts::of(timer) != nullptr;
  }
  void publish_lengths(call_context const& s, detail::sum_definition const& timer,
                       detail::timer_sum const& sum, event::sum_of whose) const noexcept override {
    detail::distribution_of const lengths{sum};
    interval_quantiles const quantiles = detail::quantiles_of(lengths);
    buffer& json = s.memory().json;
    json.clear();
    detail::append_distribution(json,
                                whose == event::sum_of::thread ? event::th_timer::event_name
                                                               : event::timer::event_name,
                                lengths, quantiles);
    if (json.failed()) return static_cast<void>(detail::this_process.misuse.sum.fetch_add(1));
    detail::emitter<Targets>::publish(event::timer_lengths{.t_abs = s.t_abs(),
                                                           .t_rel = s.since_region(),
                                                           .nesting = s.thread->open_regions(),
                                                           .category = timer.category,
                                                           .key = timer.name,
                                                           .value = {json.view()},
                                                           .quantiles = quantiles,
                                                           .whose = whose},
                                      s, detail::own_place("trace2/verb/detailed_sums.hpp"));
  }

 private:
  static detail::sum_snapshot* snapshot_of(call_context const& s, sum_scope of) noexcept {
    auto* const taken = detail::sum_snapshot::take(s, of);
    if (taken == nullptr) detail::this_process.misuse.sum.fetch_add(1);
    return taken;
  }
};

}}}  // namespace trace2::v0::verb
