// Moments and lengths of time to the nanosecond, in which readers of traces count. Recordings know
// times so well; lines of text know them to the microsecond.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/duration_text.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read {

/// A length of time in nanoseconds, at most 36 years: a trace may say anything, and no sum or
/// difference of two times may overflow. JSON has it in seconds, with six decimals as those of a
/// `duration`, and with nine where it is known to the nanosecond.
class fine_duration {
 public:
  static constexpr std::int64_t longest = std::int64_t{1} << 60;  ///< nanoseconds: 36 years

  /// No time: 0.
  constexpr fine_duration() noexcept = default;
  /// A time in whole microseconds.
  constexpr fine_duration(duration whole) noexcept
      : nanoseconds_{std::clamp(whole.in_microseconds(), -longest / 1'000, longest / 1'000) *
                     1'000} {}

  /// `count` nanoseconds. `is_fine`: known so well, even if these are whole microseconds.
  static constexpr fine_duration nanoseconds(std::int64_t count, bool is_fine = false) noexcept {
    fine_duration made;
    made.nanoseconds_ = std::clamp(count, -longest, longest);
    made.is_fine_ = is_fine || count % 1'000 != 0;
    return made;
  }

  /// The length in nanoseconds, between `-longest` and `longest`.
  constexpr std::int64_t in_nanoseconds() const noexcept { return nanoseconds_; }
  /// Whole microseconds, without the rest.
  constexpr std::int64_t in_microseconds() const noexcept { return nanoseconds_ / 1'000; }

  /// True if it is known to the nanosecond, as in recordings.
  constexpr bool is_fine() const noexcept { return is_fine_; }

  /// Appends the seconds.
  void append_json(buffer& out) const noexcept {
    std::int64_t const size = nanoseconds_ < 0 ? -nanoseconds_ : nanoseconds_;  // bounded
    if (nanoseconds_ < 0) out.append('-');
    detail::append_duration(out, duration::microseconds(size / 1'000));
    if (!is_fine_) return;
    for (std::int64_t digit = 100; digit > 0; digit /= 10)
      out.append(static_cast<char>('0' + size / digit % 10));
  }

  friend constexpr bool operator==(fine_duration a, fine_duration b) noexcept {
    return a.nanoseconds_ == b.nanoseconds_;
  }
  friend constexpr auto operator<=>(fine_duration a, fine_duration b) noexcept {
    return a.nanoseconds_ <=> b.nanoseconds_;
  }

 private:
  std::int64_t nanoseconds_ = 0;
  bool is_fine_ = false;
};

/// True if a length of time is at the end of that range, or beyond it.
constexpr bool is_out_of_range(fine_duration length) noexcept {
  constexpr auto twice = 2 * static_cast<std::uint64_t>(fine_duration::longest);
  auto const nanoseconds = static_cast<std::uint64_t>(length.in_nanoseconds());
  return nanoseconds + twice / 2 - 1 > twice - 2;
}
constexpr bool is_out_of_range(duration length) noexcept {
  constexpr std::int64_t longest = fine_duration::longest / 1'000;
  return length.in_microseconds() >= longest || length.in_microseconds() <= -longest;
}

/// The mean of `count` lengths of time; 0 if there are none. The mean may be finer than the total,
/// which writers tell in whole microseconds.
inline fine_duration mean_of(fine_duration total, std::uint64_t count) noexcept {
  if (count == 0) return {};
  auto const nanoseconds = static_cast<double>(total.in_nanoseconds());
  return fine_duration::nanoseconds(__builtin_llround(nanoseconds / static_cast<double>(count)));
}

/// Nanoseconds since the epoch, between the years 1933 and 2116 for the same reason.
constexpr std::int64_t bounded_moment(std::int64_t nanoseconds) noexcept {
  return std::clamp(nanoseconds, -fine_duration::longest, 4 * fine_duration::longest - 1);
}

/// The same moment, given in microseconds.
constexpr std::int64_t moment_at(std::int64_t microseconds) noexcept {
  constexpr std::int64_t longest = fine_duration::longest / 1'000;
  return std::clamp(microseconds, -longest, 4 * longest) * 1'000;
}

/// Whole microseconds of a moment or a length of time, rounded down as text targets do.
constexpr std::int64_t whole_microseconds(std::int64_t nanoseconds) noexcept {
  return nanoseconds / 1'000 - (nanoseconds % 1'000 < 0 ? 1 : 0);
}

}}}  // namespace trace2::v0::read
