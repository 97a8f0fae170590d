// The cost of an empty region in a hot loop, measured while recording, so that readers can tell the
// time of tracing from the time of work.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/tick_counter.hpp>
#include <trace2/process/threads/region_stack.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/short_record.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Records regions without contents as a thread does, but into memory of its own.
class empty_region {
 public:
  /// Measured once in a process: what makes the later recordings may be a signal handler, which
  /// must not ask for memory. Nothing where the processor's counter is not the clock. `owner`
  /// records nothing yet.
  [[gnu::cold]] static empty_region_ticks of_process(recorder& owner) noexcept {
    if (!clock::has_counter()) return {};
    if (std::uint64_t const cost = cost_.load_acquire(); cost != 0)
      return {cost, length_.load_relaxed()};
    empty_region_ticks const measured = measure(owner);
    length_.store_relaxed(measured.length);
    cost_.store_release(measured.cost);
    return measured;
  }

  /// The best of a few runs, so that neither the first touch of the code nor an interrupt counts.
  /// Cost: half a microsecond.
  [[gnu::noinline, gnu::cold]] static empty_region_ticks measure(recorder& owner) noexcept {
    empty_region_ticks least{};
    static constinit static_site site{"", ""};
    site.number.store_relaxed(1);
    for (int run = 0; run < runs; ++run) {
      region_stack regions;
      regions.enter(0);  // the thread's own
      if (!regions.reserve(1)) return {};
      std::uint64_t words[2 * regions_of_run + 1]{};
      cursor here;
      here.ready = here.owner = &owner;
      here.regions = &regions;
      here.end = words + sizeof words / sizeof *words;
      here.room = sizeof words / sizeof *words;
      here.count_from(tick_counter::read(), 0);
      std::int64_t const begin = tick_counter::read();
      for (std::size_t i = 0; i < regions_of_run; ++i) {
        enter(here, site);
        leave(here, site);
      }
      auto const cost = static_cast<std::uint64_t>(tick_counter::read() - begin);
      std::uint64_t length = 0;
      for (std::size_t i = 0; i < 2 * regions_of_run; i += 2)
        length += upper_of(words[i + 1]) - upper_of(words[i]);
      if (run == 0 || cost < least.cost) least = {cost, length};
    }
    constexpr std::uint64_t per_run = empty_region_ticks::regions / regions_of_run;
    return {least.cost * per_run, least.length * per_run};
  }

 private:
  static inline constinit atomic<std::uint64_t> cost_{0};
  static inline constinit atomic<std::uint64_t> length_{0};

  static constexpr int runs = 3;
  static constexpr std::size_t regions_of_run = 8;

  // Functions, as those that instrumentation calls.
  [[gnu::noinline]] static bool enter(cursor& here, static_site& site) noexcept {
    return short_record::enter(here, site, tick_counter::read);
  }
  [[gnu::noinline]] static bool leave(cursor& here, static_site& site) noexcept {
    return short_record::leave(here, site, tick_counter::read);
  }
};

}}}}  // namespace trace2::v0::detail::recording
