// The times that traces tell: recordings know them to the nanosecond, lines of text to the
// microsecond.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/duration_text.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// A length of time that a trace tells, which may be anything: at most 36 years count. JSON has it
/// in seconds, with six decimals as those of a `duration`, and with nine where it is known to the
/// nanosecond.
class fine_duration {
 public:
  static constexpr nanoseconds longest{std::int64_t{1} << 60};  ///< 36 years

  /// No time: 0.
  constexpr fine_duration() noexcept = default;
  /// A time in whole microseconds.
  constexpr fine_duration(duration whole) noexcept
      : length_{
            std::clamp(whole.in_microseconds(), -longest.count() / 1'000, longest.count() / 1'000) *
            1'000} {}
  /// `is_fine`: known to the nanosecond, even if these are whole microseconds.
  constexpr explicit fine_duration(nanoseconds length, bool is_fine = false) noexcept
      : length_{std::clamp(length, -longest, longest)},
        is_fine_{is_fine || length.count() % 1'000 != 0} {}

  /// Between `-longest` and `longest`.
  constexpr nanoseconds in_nanoseconds() const noexcept { return length_; }
  /// Whole microseconds, without the rest.
  constexpr std::int64_t in_microseconds() const noexcept { return length_.count() / 1'000; }

  /// True if it is known to the nanosecond, as in recordings.
  constexpr bool is_fine() const noexcept { return is_fine_; }

  /// Appends the seconds.
  void append_json(buffer& out) const noexcept {
    std::int64_t const size = abs(length_).count();
    if (length_ < no_time) out.append('-');
    detail::append_duration(out, duration::microseconds(size / 1'000));
    if (!is_fine_) return;
    for (std::int64_t digit = 100; digit > 0; digit /= 10)
      out.append(static_cast<char>('0' + size / digit % 10));
  }

  friend constexpr bool operator==(fine_duration a, fine_duration b) noexcept {
    return a.length_ == b.length_;
  }
  friend constexpr auto operator<=>(fine_duration a, fine_duration b) noexcept {
    return a.length_ <=> b.length_;
  }

 private:
  nanoseconds length_;
  bool is_fine_ = false;
};

/// True if a length of time is at the end of that range, or beyond it.
constexpr bool is_out_of_range(fine_duration length) noexcept {
  constexpr auto twice = 2 * static_cast<std::uint64_t>(fine_duration::longest.count());
  auto const count = static_cast<std::uint64_t>(length.in_nanoseconds().count());
  return count + twice / 2 - 1 > twice - 2;
}
constexpr bool is_out_of_range(duration length) noexcept {
  constexpr std::int64_t longest = fine_duration::longest.count() / 1'000;
  return length.in_microseconds() >= longest || length.in_microseconds() <= -longest;
}

/// The mean of `count` lengths of time; 0 if there are none. The mean may be finer than the total,
/// which writers tell in whole microseconds.
inline fine_duration mean_of(fine_duration total, std::uint64_t count) noexcept {
  if (count == 0) return {};
  auto const all = static_cast<double>(total.in_nanoseconds().count());
  return fine_duration{nanoseconds{__builtin_llround(all / static_cast<double>(count))}};
}

/// A moment that a trace tells, between the years 1933 and 2116 for the same reason.
constexpr moment bounded_moment(moment told) noexcept {
  return std::clamp(told, moment{-fine_duration::longest},
                    moment{4 * fine_duration::longest - nanoseconds{1}});
}

/// The same moment, given in microseconds since the epoch.
constexpr moment moment_at(std::int64_t microseconds) noexcept {
  constexpr std::int64_t longest = fine_duration::longest.count() / 1'000;
  return moment{nanoseconds{std::clamp(microseconds, -longest, 4 * longest) * 1'000}};
}

/// Whole microseconds, rounded down as text targets do.
constexpr std::int64_t whole_microseconds(nanoseconds length) noexcept {
  return length.count() / 1'000 - (length.count() % 1'000 < 0 ? 1 : 0);
}
constexpr std::int64_t whole_microseconds(moment at) noexcept {
  return whole_microseconds(at.since_epoch());
}

}}}  // namespace trace2::v0::read
