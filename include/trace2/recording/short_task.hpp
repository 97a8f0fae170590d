// Short records of tasks: 16 bytes each, while the flight recorder is the only target.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/tick_counter.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/short_record.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Each function returns the moment that it has stored, in ticks; 0 if it has done nothing. Then
/// the caller publishes the event as a whole.
class short_task {
 public:
  /// The parent is the task that the thread runs.
  [[gnu::always_inline]] static std::int64_t begin(static_site& site, std::uint64_t task) noexcept {
    return store(kind::task_begin, site, task);
  }
  [[gnu::always_inline]] static std::int64_t end(static_site& site, std::uint64_t task) noexcept {
    return store(kind::task_end, site, task);
  }
  /// `regions` is the number of open regions inside the task.
  static std::int64_t run(std::uint64_t task, std::size_t regions) noexcept {
    return store(kind::task_run, task, regions);
  }
  static std::int64_t pause(std::uint64_t task, std::size_t regions) noexcept {
    return store(kind::task_pause, task, regions);
  }

  /// True if it is worth while to call a function with `_quickly` in its name: which stores if
  /// there is room and the clock needs no attention.
  [[gnu::always_inline]] static bool is_quick() noexcept {
    return this_cursor.ready == recorder::quick();
  }
  /// Precondition: `is_quick()`.
  [[gnu::always_inline]] static std::int64_t run_quickly(std::uint64_t task,
                                                         std::size_t regions) noexcept {
    return put(kind::task_run, limited(regions), task, tick_counter::read);
  }
  [[gnu::always_inline]] static std::int64_t pause_quickly(std::uint64_t task,
                                                           std::size_t regions) noexcept {
    return put(kind::task_pause, limited(regions), task, tick_counter::read);
  }

 private:
  static std::uint32_t limited(std::size_t regions) noexcept {
    return static_cast<std::uint32_t>(regions < largest_number ? regions : largest_number);
  }
  [[gnu::always_inline]] static std::int64_t store(kind what, static_site& site,
                                                   std::uint64_t task) noexcept {
    if (std::uint32_t const number = site.number.load_relaxed(); number != 0) [[likely]]
      if (std::int64_t const now = store_quickly(what, number, task); now != 0) [[likely]]
        return now;
    return store_slowly(what, site, task);
  }
  static std::int64_t store(kind what, std::uint64_t task, std::size_t regions) noexcept {
    std::uint32_t const number = limited(regions);
    if (std::int64_t const now = store_quickly(what, number, task); now != 0) return now;
    return short_record::prepare() ? put(what, number, task, clock::now) : 0;
  }

  [[gnu::noinline, gnu::cold]] static std::int64_t store_slowly(kind what, static_site& site,
                                                                std::uint64_t task) noexcept {
    return short_record::prepare(site) ? put(what, site.number.load_relaxed(), task, clock::now)
                                       : 0;
  }
  [[gnu::always_inline]] static std::int64_t store_quickly(kind what, std::uint32_t number,
                                                           std::uint64_t task) noexcept {
    cursor& here = this_cursor;
    if (here.ready != recorder::quick()) [[unlikely]]
      return 0;
    return put(what, number, task, tick_counter::read);
  }

  /// Precondition: no one holds the cursor.
  [[gnu::always_inline]] static std::int64_t put(kind what, std::uint32_t number,
                                                 std::uint64_t task,
                                                 auto const& read_clock) noexcept {
    std::int64_t moment = 0;
    this_cursor.store(
        what, number, read_clock, [&moment](std::int64_t now) { moment = now; }, task);
    return moment;
  }
};

}}}}  // namespace trace2::v0::detail::recording
