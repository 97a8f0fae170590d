// Short records, for hot loops: while the flight recorder is the only target, an event with a
// static site costs one reading of the processor's counter and one or two words.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/tick_counter.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/process/threads/region_stack.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recording_watch.hpp>

#include <cstdint>
#include <cstring>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Each function returns true when it has stored the event, else it has done nothing. The caller
/// then tries the function with `_slowly` in its name. When this one fails too, the caller
/// publishes the event as a whole.
class short_record {
 public:
  [[gnu::always_inline]] static bool region_enter(static_site& site) noexcept {
    cursor& here = this_cursor;
    if (here.regions->is_full() || here.ready != recorder::quick()) [[unlikely]]
      return false;
    return enter(here, site, tick_counter::read);
  }
  [[gnu::always_inline]] static bool region_leave(static_site& site) noexcept {
    cursor& here = this_cursor;
    if (here.ready != recorder::quick_to_leave()) [[unlikely]]
      return false;
    return leave(here, site, tick_counter::read);
  }
  /// `Number` is std::int64_t, std::uint64_t or double.
  template <class Number>
  [[gnu::always_inline]] static bool data(static_site& site, Number value) noexcept {
    cursor& here = this_cursor;
    if (here.ready != recorder::quick()) [[unlikely]]
      return false;
    return store(here, kind_for(value), site, tick_counter::read, keep_regions, bits_of(value));
  }

  /// Makes room for a record of the thread, and renews the time to count from.
  [[gnu::noinline, gnu::cold]] static bool prepare() noexcept {
    errno_guard const guard;
    recording_watch::call_tend();
    recorder* const to = recorder::alone();
    return to != nullptr && make_ready() && to->prepare();
  }
  /// Also numbers the site.
  static bool prepare(static_site& site) noexcept {
    recording_watch::call_tend();
    recorder* const to = recorder::alone();
    return to != nullptr && prepare(site, *to);
  }

  /// The slow functions first make room, number the site and renew the time to count from.
  static bool region_enter_slowly(static_site& site) noexcept {
    return prepare(site) && enter(this_cursor, site, clock::now);
  }
  static bool region_leave_slowly(static_site& site) noexcept {
    if (recorder::is_leaving_watched()) return leave_watched(site);
    return prepare(site) && leave(this_cursor, site, clock::now);
  }
  template <class Number>
  static bool data_slowly(static_site& site, Number value) noexcept {
    return prepare(site) &&
           store(this_cursor, kind_for(value), site, clock::now, keep_regions, bits_of(value));
  }

 private:
  friend class empty_region;

  static constexpr kind kind_for(std::int64_t) noexcept { return kind::data_signed; }
  static constexpr kind kind_for(std::uint64_t) noexcept { return kind::data_unsigned; }
  static constexpr kind kind_for(double) noexcept { return kind::data_floating; }

  static std::uint64_t bits_of(auto value) noexcept {
    std::uint64_t bits = 0;
    static_assert(sizeof bits == sizeof value);
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }

  static void keep_regions(std::int64_t) noexcept {}

  /// Precondition: `here.regions` has room for one more region.
  [[gnu::always_inline]] static bool enter(cursor& here, static_site& site,
                                           auto const& read_clock) noexcept {
    return store(here, kind::region_enter, site, read_clock,
                 [&regions = *here.regions, &site](std::int64_t now) {
                   regions.enter_in_room(now, open_region::owner_at(&site));
                 });
  }
  [[gnu::always_inline]] static bool leave(cursor& here, static_site& site,
                                           auto const& read_clock) noexcept {
    // The region of another site goes the long way, and so does that of the thread (R-REG-07).
    return here.regions->innermost().mark == open_region::owner_at(&site) &&
           store(here, kind::region_leave, site, read_clock,
                 [&regions = *here.regions](std::int64_t) { regions.leave(); });
  }

  /// Also says how long the region took.
  [[gnu::noinline]] static bool leave_watched(static_site& site) noexcept {
    cursor& here = this_cursor;
    std::int64_t const begin = here.regions->innermost().begun;
    std::int64_t end = 0;
    auto const read_clock = [&end] { return end = clock::now(); };
    bool const is_quick = here.ready == recorder::quick() && leave(here, site, read_clock);
    if (!is_quick && (!prepare(site) || !leave(here, site, read_clock))) return false;
    if (auto const* const watch = recording_watch::current(); watch != nullptr)
      watch->left(site, begin, end);
    return true;
  }

  /// Also false while the site has no number. Precondition: no thread holds the cursor.
  template <class... Values>
  [[gnu::always_inline]] static bool store(cursor& here, kind what, static_site& site,
                                           auto const& read_clock, auto const& change_regions,
                                           Values... values) noexcept {
    std::uint32_t const number = site.number.load_relaxed();
    if (number == 0) [[unlikely]]
      return false;
    return here.store(what, number, read_clock, change_regions, values...);
  }

  [[gnu::noinline, gnu::cold]] static bool prepare(static_site& site, recorder& to) noexcept {
    errno_guard const guard;
    return make_ready() && has_number(site, to) && to.prepare();
  }
  static bool make_ready() noexcept {
    cursor& here = this_cursor;
    all_threads.up_to_date();
    here.show_context();
    return here.regions != &no_regions && !here.is_in_use() && here.regions->reserve(1);
  }

  static bool has_number(static_site& site, recorder& to) noexcept {
    if (site.number.load_relaxed() != 0) return true;
    return to.number_of(site.number, kind::site, [&site](record_writer& definition) {
      definition.put(std::uint32_t{site.line});
      definition.put_text(site.file);
      definition.put_text(site.category());
      definition.put_text(site.label());
    }) != 0;
  }
};

}  // namespace recording

template <class Targets>
class short_record_of : public recording::short_record {};

}}}  // namespace trace2::v0::detail
