// The UTC date and time of day of microseconds. Plain arithmetic, because gmtime_r takes a lock, a
// signal handler may need the date, and <chrono> takes 0.2 s of a unit, with years of 16 bits only.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Any number of microseconds since the epoch, as whole days and a time of day.
struct day_and_time {
  static constexpr std::int64_t per_day = 86'400'000'000;

  std::int64_t day;           ///< since 1970-01-01
  std::int64_t microseconds;  ///< since midnight

  static constexpr day_and_time of(std::int64_t wall_us) noexcept {
    std::int64_t const day = wall_us / per_day;
    std::int64_t const rest = wall_us % per_day;
    return rest < 0 ? day_and_time{day - 1, rest + per_day} : day_and_time{day, rest};
  }
};

struct calendar_date {
  std::int64_t year;
  std::uint32_t month;
  std::uint32_t day;

  /// In the Gregorian calendar, also before its introduction.
  static constexpr calendar_date of(std::int64_t day_since_epoch) noexcept {
    // Years that begin in March have the leap day at their end, and 400 of them are a whole cycle.
    constexpr std::int64_t cycle = 146'097;
    constexpr std::int64_t from_march_of_year_0 = 719'468;
    std::int64_t const shifted = day_since_epoch + from_march_of_year_0;
    std::int64_t const cycles = shifted / cycle - (shifted % cycle < 0 ? 1 : 0);
    auto const day = static_cast<std::uint32_t>(shifted - cycles * cycle);
    std::uint32_t const year = (day - day / 1460 + day / 36'524 - day / 146'096) / 365;
    std::uint32_t const day_of_year = day - (365 * year + year / 4 - year / 100);
    // From March on, any five months in a row have 153 days.
    std::uint32_t const month = (5 * day_of_year + 2) / 153;
    bool const is_next_year = month >= 10;
    return {cycles * 400 + year + (is_next_year ? 1 : 0), is_next_year ? month - 9 : month + 3,
            day_of_year - (153 * month + 2) / 5 + 1};
  }
};

}}}  // namespace trace2::v0::detail
