// The calendar of UTC, which not all C libraries have functions for.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

namespace trace2::program {

/// Seconds since the epoch. The day may be none of its month, and is one of the next then.
inline std::int64_t utc_moment(std::tm const& of) {
  namespace chrono = std::chrono;
  auto const first = chrono::year{of.tm_year + 1900} /
                     chrono::month{static_cast<unsigned>(of.tm_mon) + 1} / chrono::day{1};
  auto const time = chrono::sys_days{first} + chrono::days{of.tm_mday - 1} +
                    chrono::hours{of.tm_hour} + chrono::minutes{of.tm_min} +
                    chrono::seconds{of.tm_sec};
  return chrono::seconds{time.time_since_epoch()}.count();
}

/// The moment at which clocks here show what those of UTC show at `seconds`; -1 if the system can't
/// tell.
inline std::time_t local_moment(std::int64_t seconds) {
  namespace chrono = std::chrono;
  chrono::sys_seconds const at{chrono::seconds{seconds}};
  auto const midnight = chrono::floor<chrono::days>(at);
  chrono::year_month_day const date{midnight};
  chrono::hh_mm_ss const time{at - midnight};
  std::tm local{};
  local.tm_year = static_cast<int>(date.year()) - 1900;
  local.tm_mon = static_cast<int>(static_cast<unsigned>(date.month())) - 1;
  local.tm_mday = static_cast<int>(static_cast<unsigned>(date.day()));
  local.tm_hour = static_cast<int>(time.hours().count());
  local.tm_min = static_cast<int>(time.minutes().count());
  local.tm_sec = static_cast<int>(time.seconds().count());
  local.tm_isdst = -1;
  return std::mktime(&local);
}

}  // namespace trace2::program
