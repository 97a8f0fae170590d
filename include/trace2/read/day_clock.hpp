// Turns the times of day of NORMAL and PERF, which have no date, into moments.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/calendar.hpp>
#include <trace2/read/moment.hpp>

#include <cstdint>
#include <ctime>
#include <optional>

#include <time.h>

namespace trace2 { inline namespace v0 { namespace read {

/// Finds the day of each time of day. The days follow one another: a time that is earlier than the
/// one before belongs to the next day. Lines of several writers may be out of order by a minute.
/// Times are in the zone of the reader (R-TIME-01).
class day_clock {
 public:
  /// `written` is the moment when the last line was written, or a later one, in microseconds since
  /// the epoch. The first line is of the last day on which it is not later.
  explicit day_clock(std::int64_t written) noexcept : written_{written} {}

  /// True if the first line is of the day before only because it would be too late otherwise, which
  /// also happens when the clock was set back in the trace.
  bool is_unsure(std::int64_t since_midnight) noexcept {
    std::int64_t const day = detail::day_and_time::of(written_ - behind_local(written_)).day;
    return utc(day * per_day + since_midnight) > written_ + most_disorder;
  }
  /// The clock was set back by so much between the first line and the last one.
  void set_back(std::int64_t by) noexcept { written_ = saturating_add(written_, by); }

  /// The moment of a line, if it is in order.
  std::int64_t guess(std::int64_t since_midnight) noexcept {
    if (!latest_) latest_ = first(since_midnight);
    return utc(in_order(since_midnight));
  }

  /// The moment of a line; the days of further lines follow from it. A line of a process that runs
  /// comes rather behind a clock that was set back than after a day without a line.
  std::int64_t at(std::int64_t since_midnight, bool begins_process = true) noexcept {
    if (!latest_) latest_ = first(since_midnight);
    return take(in_order(since_midnight, begins_process ? most_disorder : most_set_back));
  }
  /// The moment of a line whose expected moment is known: the clock of its process also counts the
  /// days on which no line was written.
  std::int64_t at(std::int64_t since_midnight, std::int64_t expected) noexcept {
    std::int64_t const local = expected - behind_;
    std::int64_t const day = detail::day_and_time::of(local - since_midnight + per_day / 2).day;
    return take(day * per_day + since_midnight);
  }

 private:
  static constexpr std::int64_t per_day = detail::day_and_time::per_day;
  static constexpr std::int64_t most_disorder = 60'000'000;
  /// Summer time ends by an hour.
  static constexpr std::int64_t most_set_back = 2 * 3'600'000'000;

  std::int64_t first(std::int64_t since_midnight) noexcept {
    std::int64_t day = detail::day_and_time::of(written_).day + 1;
    while (utc(day * per_day + since_midnight) > written_ + most_disorder) --day;
    return day * per_day + since_midnight;
  }

  /// The first moment with this time of day that is not too early, in local time.
  std::int64_t in_order(std::int64_t since_midnight,
                        std::int64_t most_early = most_disorder) const noexcept {
    std::int64_t const least = *latest_ - most_early;
    std::int64_t const same = detail::day_and_time::of(least).day * per_day + since_midnight;
    return same < least ? same + per_day : same;
  }

  std::int64_t take(std::int64_t local) noexcept {
    // A time that is much earlier means that the clock was set back.
    if (!latest_ || local > *latest_ || local < *latest_ - most_disorder) latest_ = local;
    return utc(local);
  }
  std::int64_t utc(std::int64_t local) noexcept {
    return saturating_add(local, behind_local(local));
  }

  /// The time by which local time is behind UTC. Asks the system once per quarter of an hour:
  /// clocks change at its beginning.
  std::int64_t behind_local(std::int64_t local) noexcept {
    constexpr std::int64_t quarter = 900'000'000;
    std::int64_t const begin = local - local % quarter;
    if (begin == known_) return behind_;
    known_ = begin;
    auto const [day, microseconds] = detail::day_and_time::of(begin);
    auto const date = detail::calendar_date::of(day);
    std::tm parts{};
    parts.tm_year = static_cast<int>(date.year - 1900);
    parts.tm_mon = static_cast<int>(date.month) - 1;
    parts.tm_mday = static_cast<int>(date.day);
    parts.tm_min = static_cast<int>(microseconds / 60'000'000);
    parts.tm_isdst = -1;
    std::time_t const utc = std::mktime(&parts);
    return behind_ = utc == -1 ? 0 : static_cast<std::int64_t>(utc) * 1'000'000 - begin;
  }

  std::int64_t written_;
  std::optional<std::int64_t> latest_{};  ///< the latest line, in local time
  std::int64_t known_ = -1;               ///< the quarter of an hour of `behind_`
  std::int64_t behind_ = 0;
};

}}}  // namespace trace2::v0::read
