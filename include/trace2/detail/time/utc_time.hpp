// Wall-clock time in the three spellings of Trace2 (R-TIME-01..03). Each thread keeps the text of
// the current minute: an event costs only the digits behind it, and the system is asked for local
// time once a minute.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/local_time.hpp>
#include <trace2/detail/time/calendar.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/number.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The time by which local time is ahead of UTC.
class local_offset {
 public:
  /// Microseconds from 0 up to a day, which is enough for a time of day. Asks the system. Threads:
  /// any.
  static std::int64_t at(std::int64_t wall_us) noexcept {
    if (!frozen_.load_relaxed()) last_.store_relaxed(ask(wall_us));
    return last_.load_relaxed();
  }

  /// Keeps the last answer from now on. A signal handler and the child of a fork need this, because
  /// there the C library could wait for ever for a lock that the interrupted code or another thread
  /// holds.
  static void freeze() noexcept { frozen_.store_relaxed(true); }

 private:
  static std::int64_t ask(std::int64_t wall_us) noexcept {
    constexpr std::int64_t seconds_per_day = 86'400;
    auto const [day, microseconds] = day_and_time::of(wall_us);
    std::int64_t const utc = microseconds / 1'000'000;
    auto const now = narrow_cast<std::time_t>(day * seconds_per_day + utc);
    std::tm local{};
    if (!to_local_time(now, local)) return 0;
    std::int64_t const ahead = (local.tm_hour * 60 + local.tm_min) * 60 + local.tm_sec - utc;
    return (ahead < 0 ? ahead + seconds_per_day : ahead) * 1'000'000;
  }

  inline static constinit atomic<std::int64_t> last_{0};
  inline static constinit atomic<bool> frozen_{false};
};

/// The text with which all moments of one minute begin.
class minute_text {
 public:
  constexpr minute_text() noexcept = default;

  static minute_text extended_utc(std::int64_t wall_us) noexcept { return utc(wall_us, "-", ":"); }
  static minute_text basic_utc(std::int64_t wall_us) noexcept { return utc(wall_us, "", ""); }

  [[gnu::noinline, gnu::cold]] static minute_text local_time_of_day(std::int64_t wall_us) noexcept {
    std::int64_t const ahead = day_and_time::of(wall_us).microseconds + local_offset::at(wall_us);
    minute_text result;
    result.set_minute(wall_us, ahead % day_and_time::per_day, ":");
    return result;
  }

  bool covers(std::int64_t wall_us) const noexcept { return since_begin(wall_us) < length_; }

  /// The most bytes that `put_moment` writes.
  static constexpr std::size_t room = 33;

  /// Writes the whole text of a covered moment into room that the caller has made, and returns the
  /// end.
  char* put_moment(char* to, std::int64_t wall_us) const noexcept {
    auto const rest = static_cast<std::uint32_t>(since_begin(wall_us));
    std::memcpy(to, text_, max_size);
    to = put_digits<2>(to + size_, rest / 1'000'000);
    *to++ = '.';
    return put_digits<6>(to, rest % 1'000'000);
  }

 private:
  static constexpr std::uint64_t per_minute = 60'000'000;
  static constexpr std::size_t max_size = 24;
  static_assert(room == max_size + std::string_view{"SS.uuuuuu"}.size());

  [[gnu::noinline, gnu::cold]] static minute_text utc(std::int64_t wall_us,
                                                      std::string_view between_date,
                                                      std::string_view between_time) noexcept {
    auto const [day, microseconds] = day_and_time::of(wall_us);
    calendar_date const date = calendar_date::of(day);
    minute_text result;
    result.append_year(date.year);
    result.append(between_date);
    result.append_pair(date.month);
    result.append(between_date);
    result.append_pair(date.day);
    result.append("T");
    result.set_minute(wall_us, microseconds, between_time);
    return result;
  }

  void set_minute(std::int64_t wall_us, std::int64_t since_midnight,
                  std::string_view between) noexcept {
    auto const time = static_cast<std::uint64_t>(since_midnight);
    begin_ = static_cast<std::uint64_t>(wall_us) - time % per_minute;
    length_ = per_minute;
    append_pair(static_cast<std::uint32_t>(time / per_minute / 60));
    append(between);
    append_pair(static_cast<std::uint32_t>(time / per_minute % 60));
    append(between);
  }

  void append_year(std::int64_t year) noexcept {
    if (year >= 0 && year <= 9999) {
      put_digits<4>(text_, static_cast<std::uint32_t>(year));
      size_ = 4;
    } else {
      size_ = static_cast<std::size_t>(put_decimal(text_, year) - text_);
    }
  }

  void append_pair(std::uint32_t value) noexcept {
    put_digits<2>(text_ + size_, value);
    size_ += 2;
  }

  void append(std::string_view text) noexcept {
    for (char const c : text) text_[size_++] = c;
  }

  // Unsigned, so that the first and the last minute of the clock's range don't overflow.
  std::uint64_t since_begin(std::int64_t wall_us) const noexcept {
    return static_cast<std::uint64_t>(wall_us) - begin_;
  }

  std::uint64_t begin_ = 0;
  std::uint64_t length_ = 0;  // nothing is covered before the first use
  std::size_t size_ = 0;
  char text_[max_size] = {};
};

/// The most bytes that a function below writes.
inline constexpr std::size_t max_time_size = minute_text::room + 1;

/// `2000-01-31T12:34:56.000000Z`: the time of an EVENT line (R-TIME-02).
struct utc_time {
  std::int64_t wall_us;
};

/// Writes the time into room that the caller has made, and returns the end.
inline char* put(char* to, utc_time time) noexcept {
  static thread_local constinit minute_text minute;
  if (!minute.covers(time.wall_us)) [[unlikely]]
    minute = minute_text::extended_utc(time.wall_us);
  to = minute.put_moment(to, time.wall_us);
  *to++ = 'Z';
  return to;
}

/// `12:34:56.000000`: the time of a NORMAL or PERF line (R-TIME-01).
struct local_time {
  std::int64_t wall_us;
};

/// Writes the time into room that the caller has made, and returns the end.
inline char* put(char* to, local_time time) noexcept {
  static thread_local constinit minute_text minute;
  if (!minute.covers(time.wall_us)) [[unlikely]]
    minute = minute_text::local_time_of_day(time.wall_us);
  return minute.put_moment(to, time.wall_us);
}

/// `20000131T123456.000000Z`: the time in a session id (R-TIME-03).
inline void append_sid_time(buffer& out, std::int64_t wall_us) noexcept {
  if (!out.reserve(max_time_size)) return;
  out.commit_until(minute_text::basic_utc(wall_us).put_moment(out.end(), wall_us));
  out.append('Z');
}

}}}  // namespace trace2::v0::detail
